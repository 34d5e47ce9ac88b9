locals {
  a = templatefile("${path.module}/a.tftpl", {y = 1})
}
