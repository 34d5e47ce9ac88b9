resource "terraform_data" "a" {}
module "c" {
  source = "./c"
  depends_on = [terraform_data.a]
}
module "d" {
  source = "./c"
  depends_on = [module.c]
}
