variable "s" { 
  default = "s" 
  sensitive = true
}
resource "acme_thing" "a" {
  name = "x"
  tags = { a = "n", b = var.s, c = var.s }
  items = [{ k = "z" }, { k = var.s }]
  cfg = { mode = "q" }
  lifecycle { ignore_changes = [name, tags["a"], tags["b"], items, cfg.mode] }
}
resource "acme_thing" "b" {
  name = var.s
  tags = { a = var.s, b = "b" }
  items = [{ k = var.s }, { k = "p" }]
  cfg = { mode = var.s }
  lifecycle { ignore_changes = [name, tags, items[0].k, cfg] }
}
resource "acme_thing" "c" {
  name = "n"
  tags = { a = "n" }
  secret = var.s
  lifecycle { ignore_changes = all }
}
output "n" { 
  value = [acme_thing.b.name, acme_thing.b.tags, issensitive(acme_thing.b.cfg), issensitive(acme_thing.a.name)] 
}
