resource "terraform_data" "h" {
  for_each = { a = 1 }
  input    = each.value
}
resource "terraform_data" "c" {
  count = 2
}
locals {
  b  = "b"
  n  = 5
}
resource "terraform_data" "i" {
  input = terraform_data.h[local.b]
}
resource "terraform_data" "k" {
  input = terraform_data.c[local.n].id
}
resource "terraform_data" "l" {
  input = module.k[local.n].x
}
resource "terraform_data" "m" {
  input = [for h in terraform_data.h : h.input.zzz]
}
resource "terraform_data" "o" {
  input = terraform_data.h[local.b].id
}
output "p" {
  value = terraform_data.c[local.n]
}
resource "terraform_data" "dep" {
  input = terraform_data.i.id
}
resource "terraform_data" "fine" {
  count = length(terraform_data.c)
  input = terraform_data.h["a"].id
}
module "k" {
  source = "./m"
  count  = 2
}
