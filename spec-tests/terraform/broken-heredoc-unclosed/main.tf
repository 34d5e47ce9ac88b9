locals {
  x = <<EOT
abc
}
