locals {
  a = templatefile("${path.module}/a.tftpl", {x = 1})
}
