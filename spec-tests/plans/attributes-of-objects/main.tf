output "a" { value = terraform_data.x.nope }
output "b" { value = terraform_data.x.input.nope }
output "c" { value = terraform_data.x.id.nope }
output "d" { value = terraform_data.x.output.whatever.deep }
output "e" { value = terraform_data.x[0] }
output "f" { value = terraform_data.x["id"] }
resource "terraform_data" "x" { input = { k = 1 } }
