variable "s" {
  default = "secret"
  sensitive = true
}
resource "terraform_data" "a" { input = var.s }
resource "terraform_data" "b" { input = terraform_data.a.output }
