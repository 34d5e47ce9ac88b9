output "d" { value = terraform_data.x.output.whatever.deep }
output "e" { value = terraform_data.x.output.k }
resource "terraform_data" "x" { input = { k = 1 } }
