resource "terraform_data" "d" { input = "d" }
output "id" { value = terraform_data.d.id }
