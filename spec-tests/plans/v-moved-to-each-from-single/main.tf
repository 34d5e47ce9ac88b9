
resource "terraform_data" "a" {
  for_each = toset(["k"])
  input    = 1
}
resource "terraform_data" "b" { input = 1 }
resource "terraform_data" "c" {
  count = 2
  input = 1
}
module "m" {
  source = "./m"
  count  = 1
}
module "n" { source = "./m" }
moved {
  from = terraform_data.a
  to   = terraform_data.a["k"]
}
moved {
  from = terraform_data.b["k"]
  to   = terraform_data.b
}
moved {
  from = module.m
  to   = module.m[0]
}
moved {
  from = module.n["k"]
  to   = module.n
}
output "o" { value = [terraform_data.a["k"].id, terraform_data.b.id, terraform_data.c[0].id] }
