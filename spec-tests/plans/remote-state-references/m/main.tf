resource "terraform_data" "x" { input = "s.tfstate" }
output "p" { value = terraform_data.x.input }
