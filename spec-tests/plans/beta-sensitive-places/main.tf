variable "s" {
  type = string
  sensitive = true
  default = "hide"
}
variable "so" {
  type = object({ a = string, l = list(string) })
  sensitive = true
  default = { a = "x", l = ["1"] }
}
resource "beta_net" "a" {
  cidr = var.s
  tags = { a = var.s, b = "c" }
  metas = [{ a = var.s }]
  rule {
    from = 1
    grp = [var.s]
  }
  opt {
    k = var.s
    in { s = var.s }
    in { s = "x" }
  }
}
resource "beta_app" "b" {
  conf = { deep = [{ x = var.s }], plain = { a = length(var.s) } }
  req = [{ k = var.s }, { k = "z" }]
  dyn = var.so
  env "k" { v = var.s }
  must { a = nonsensitive(var.s) }
}
output "o" {
  value = beta_app.b
  sensitive = true
}
