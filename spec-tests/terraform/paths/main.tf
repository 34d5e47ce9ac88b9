locals {
  module   = path.module
  root     = path.root
  exists   = fileexists("${path.module}/data.txt")
  text     = file("${path.module}/data.txt")
  template = templatefile("${path.module}/hello.tftpl", { name = "you" })
}
