resource "terraform_data" "a" {
  input = "2"
}
resource "terraform_data" "b" {
  input = "same"
}
module "m" {
  source     = "./m"
  depends_on = [terraform_data.a]
  v          = terraform_data.b.output
}
module "n" {
  source     = "./m"
  depends_on = [module.m]
  v          = "x"
}
output "o" {
  value = [module.m.v, module.m.k, module.n.v]
}
