output "e" { value = terraform_data.x[0] }
resource "terraform_data" "x" { input = { k = 1 } }
