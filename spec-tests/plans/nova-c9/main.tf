provider "nova" { endpoint = "x" }
resource "nova_key" "a" {
  count = length(nova_key.k.all)
}
resource "nova_key" "b" {
  for_each = toset(nova_key.k.all)
}
resource "nova_key" "c" {
  for_each = nova_key.k.byname
}
resource "nova_key" "k" {}
resource "nova_key" "d" {
  count = nova_key.k.id == "" ? 1 : 0
}
resource "nova_key" "e" {
  for_each = { (nova_key.k.id) = 1 }
}
module "m" {
  source = "./m"
  for_each = toset([nova_key.k.id])
}
output "x" { value = nova_key.a[0].id }
