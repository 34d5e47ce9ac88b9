
resource "acme_plain" "a" {
  count = 2
  v     = "2"
}
resource "acme_plain" "b" { v = acme_plain.a[0].id }
module "m" {
  source   = "./m"
  for_each = toset(["x", "y"])
  in       = acme_plain.a[1].v
}
resource "acme_plain" "c" { v = module.m["x"].o }
resource "acme_plain" "d" { v = "2" }
data "acme_data" "e" { name = acme_plain.d.v }
check "k" {
  assert {
    condition     = acme_plain.d.v == "1"
    error_message = "no"
  }
}
output "oa" { value = acme_plain.a[*].v }
output "ob" { value = acme_plain.b.id }
output "oc" { value = acme_plain.c.id }
output "od" { value = acme_plain.d.v }
output "oe" { value = data.acme_data.e.name }
output "om" { value = { for k, m in module.m : k => m.o } }
output "on" { value = "const" }
