resource "terraform_data" "u" {
  input = "x"
}
module "c" {
  source = "./child"
  v = 1
  n = terraform_data.u.id
}
output "a" {
  value = module.c.all
}
