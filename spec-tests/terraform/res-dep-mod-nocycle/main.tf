module "a" {
  source = "./m"
  x      = terraform_data.r.id
}
resource "terraform_data" "r" {
  input = module.a.o
}
