module "m" {
  source = "./m"
  a      = null
  b      = null
  d      = terraform_data.x.output == "1" ? null : "z"
}
resource "terraform_data" "x" {
  input = "1"
}
output "m" {
  value = module.m
}
