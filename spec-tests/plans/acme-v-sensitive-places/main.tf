
variable "s" {
  default   = "secret"
  sensitive = true
}
variable "so" {
  default   = { a = "x", b = ["y"] }
  sensitive = true
}
variable "n" {
  default   = 2
  sensitive = true
}
resource "acme_thing" "t" {
  count  = 2
  name   = var.s
  tags   = merge({ a = "p" }, { b = var.s })
  ports  = [1, var.n]
  flag   = var.n > 1
  labels = [var.s, "x"]
  any    = var.so
  objs   = [{ a = var.s, b = 1 }, { a = "q", b = var.n }]
  cfg    = { mode = var.s }
  items  = [{ k = "k", v = var.s }]
  byk    = { (nonsensitive(var.s)) = { k = var.s } }
  sets   = [{ k = var.s }, { k = "b" }]
  wo     = var.s
  rule {
    port = var.n
    sub { s = var.s }
  }
  disk { key = var.s }
  disk { gb = 1 }
  env "e" { v = var.s }
  grp { a = var.s }
  one { a = "${var.s}x" }
  dyn { d = { x = var.s } }
}
resource "acme_thing" "u" {
  name = acme_thing.t[0].name
  tags = { for k, v in acme_thing.t[0].tags : k => upper(v) }
  any  = acme_thing.t[1].rule
  dynamic "rule" {
    for_each = acme_thing.t[0].rule
    content { port = rule.value.port }
  }
}
resource "terraform_data" "d" {
  input            = [var.so.b[0], acme_thing.t[0].token, acme_thing.t[*].secret]
  triggers_replace = { (nonsensitive(var.s)) = var.s }
}
output "a" {
  value     = [terraform_data.d.output, length(var.s), nonsensitive(length(var.s))]
  sensitive = true
}
output "b" { value = nonsensitive(acme_thing.t[0].tags["a"]) }
output "c" {
  value     = { x = acme_thing.u.rule, y = acme_thing.t[0].disk, z = issensitive(var.s) }
  sensitive = true
}
