resource "terraform_data" "b" {
  input = "same"
}
moved {
  from = module.x.terraform_data.a
  to   = terraform_data.b
}
module "y" {
  source = "./m"
}
moved {
  from = module.x
  to   = module.y
}
module "z" {
  source = "./k"
  count  = 2
}
moved {
  from = module.z
  to   = module.z[0]
}
resource "terraform_data" "c" {
  for_each = { one = 1 }
  input    = 1
}
moved {
  from = terraform_data.c
  to   = terraform_data.c["one"]
}
resource "terraform_data" "e" {
  count = 1
  input = 1
}
resource "terraform_data" "f" {
  input = 1
}
