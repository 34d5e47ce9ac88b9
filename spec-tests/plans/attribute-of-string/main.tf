output "c" { value = terraform_data.x.id.nope }
resource "terraform_data" "x" { input = { k = 1 } }
