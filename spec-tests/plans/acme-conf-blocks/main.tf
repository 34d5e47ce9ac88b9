resource "acme_thing" "a" {
  name = var.n
  rule {
    port = 1
    sub { s = var.n }
  }
  rule {
    port = length(var.n)
  }
  disk { gb = 1 }
  env "x" { v = var.n }
  one { a = "lit" }
  dynamic "dyn" {
    for_each = [var.n]
    content { d = dyn.value }
  }
  items = [{ k = var.n }, { k = "x", v = "y" }]
  cfg = { mode = var.n }
  lifecycle {
    ignore_changes = [name]
    create_before_destroy = true
  }
}
variable "n" { default = "nn" }
