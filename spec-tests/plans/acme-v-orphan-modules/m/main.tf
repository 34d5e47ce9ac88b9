resource "acme_plain" "p" {}
module "n" {
  source = "./n"
}
output "o" {
  value = acme_plain.p.id
}
