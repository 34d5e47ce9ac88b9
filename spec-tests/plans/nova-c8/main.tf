provider "nova" { endpoint = "x" }
resource "nova_key" "a" {
  count = length(nova_key.b) + 1
}
resource "nova_key" "b" {
  for_each = toset(["x", "y"])
}
resource "nova_key" "c" {
  count = nova_key.b["x"].bits == null ? 1 : 0
}
resource "nova_key" "d" {
  for_each = nova_key.b
  bits = each.key == "x" ? 1 : 2
}
resource "nova_key" "e" {
  for_each = { for k, v in nova_key.d : k => v.bits if v.bits > 1 }
  bits = each.value
}
resource "nova_key" "f" {
  for_each = toset([for k in keys(nova_key.e) : upper(k)])
}
output "o" { value = [length(nova_key.a), keys(nova_key.d), [for f in nova_key.f : f.bits], one(nova_key.c[*].bits)] }
