resource "terraform_data" "a" {
  input = { x = [1, 2], y = { z = 1 } }
}
resource "terraform_data" "b" {
  count = 2
  input = terraform_data.a.output.x[0]
}
resource "terraform_data" "c" {
  for_each = { k = 1 }
  input = terraform_data.b[1].output
}
locals {
  l = terraform_data.c["k"].id
  m = { a = terraform_data.b[*].id }
}
module "m" {
  source = "./m"
  i = local.m.a
  j = terraform_data.a.input.y.z
}
output "o" { value = [local.l, module.m.o] }
output "p" { value = terraform_data.a.output["y"]["z"] }
