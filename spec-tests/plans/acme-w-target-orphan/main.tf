resource "terraform_data" "a" { input = "a2" }
output "a" { value = terraform_data.a.id }
