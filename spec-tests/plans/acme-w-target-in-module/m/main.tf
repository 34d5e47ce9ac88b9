variable "v" {}
resource "terraform_data" "a" { input = var.v }
resource "terraform_data" "b" { 
  count = 2
  input = "${terraform_data.a.id}!"
}
output "out" { value = terraform_data.a.output }
