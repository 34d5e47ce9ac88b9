resource "terraform_data" "h" {
  for_each = { a = 1 }
  input    = each.value
}
resource "terraform_data" "c" {
  count = 2
}
resource "terraform_data" "i" {
  input = terraform_data.h["b"]
}
resource "terraform_data" "k" {
  input = terraform_data.c[5].id
}
resource "terraform_data" "l" {
  input = terraform_data.c["x"].id
}
resource "terraform_data" "m" {
  input = terraform_data.h[0].id
}
resource "terraform_data" "n" {
  input = terraform_data.h.id
}
resource "terraform_data" "o" {
  input = terraform_data.c.id
}
resource "terraform_data" "p" {
  input = module.m["a"].x
}
resource "terraform_data" "q" {
  input = module.k.x
}
resource "terraform_data" "r" {
  input = module.m.nope
}
resource "terraform_data" "s" {
  input = terraform_data.c[-1].id
}
module "m" {
  source = "./m"
}
module "k" {
  source = "./m"
  count  = 2
}
