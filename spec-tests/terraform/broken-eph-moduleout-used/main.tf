module "m" {
  source = "./m"
}
resource "terraform_data" "x" {
  input = module.m.o
}
