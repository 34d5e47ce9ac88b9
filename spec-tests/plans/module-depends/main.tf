resource "terraform_data" "u" {
  input = "x"
}
module "c" {
  source = "./child"
  v = 1
  depends_on = [terraform_data.u]
}
output "a" {
  value = module.c.all
}
