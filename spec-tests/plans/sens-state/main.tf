variable "s" {
  default = "secret"
  sensitive = true
}
resource "terraform_data" "a" { input = { p = var.s, q = 1 } }
resource "terraform_data" "b" { input = "plain" }
output "a" {
  value = terraform_data.a.output
  sensitive = true
}
