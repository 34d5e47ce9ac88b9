resource "terraform_data" "a" {
  input = "x"
  lifecycle { ignore_changes = [input] }
}
output "o" {
  value = terraform_data.a.input
  description = "D"
  sensitive = false
  depends_on = [terraform_data.b]
}
resource "terraform_data" "b" {
  input = terraform_data.a.output
  depends_on = [module.m]
}
module "m" {
  source = "./m"
  n = null
  s = null
  l = null
}
output "m" { value = module.m }
