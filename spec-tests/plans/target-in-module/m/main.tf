variable "v" {}
resource "terraform_data" "t" { input = var.v }
resource "terraform_data" "u" { input = var.v }
output "o" { value = terraform_data.t.input }
