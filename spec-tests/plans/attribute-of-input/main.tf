output "b" { value = terraform_data.x.input.nope }
resource "terraform_data" "x" { input = { k = 1 } }
