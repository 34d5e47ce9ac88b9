resource "terraform_data" "a" { input = "a2" }
resource "terraform_data" "b" { input = "b2" }
output "a" { value = terraform_data.a.input }
output "b" { value = terraform_data.b.input }
