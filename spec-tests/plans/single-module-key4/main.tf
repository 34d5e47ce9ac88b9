module "m" {
  source = "./m"
}
resource "terraform_data" "p" {
  input = module.m["x"]
}
resource "terraform_data" "q" {
  input = module.m["x"].y
}
resource "terraform_data" "r" {
  input = module.m[0]
}
output "o" {
  value = module.m[*].x
}
