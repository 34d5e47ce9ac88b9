module "m" {
  source = "./m"
}
resource "terraform_data" "p" {
  input = module.m["a"].x
}
resource "terraform_data" "q" {
  input = module.m[0].x
}
output "p" {
  value = module.m["x"]
}
