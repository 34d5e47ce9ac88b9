
variable "n" {}
resource "acme_plain" "p" {
  for_each = toset(["i-${var.n}", "other"])
  v        = each.value
}
resource "acme_thing" "t" {
  name = var.n
  tags = { p = acme_plain.p["i-${var.n}"].id }
}
module "deep" { source = "./deep" }
output "o" { value = [acme_plain.p["i-${var.n}"].id, acme_thing.t.id, module.deep.o] }
