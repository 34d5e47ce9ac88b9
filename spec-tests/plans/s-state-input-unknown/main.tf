resource "terraform_data" "a" { triggers_replace = 2 }
resource "terraform_data" "b" { input = terraform_data.a.id }
resource "terraform_data" "c" { input = { x = terraform_data.a.id, y = 1 } }
resource "terraform_data" "d" { input = terraform_data.b.output }
output "b" { value = terraform_data.b.output }
output "c" { value = terraform_data.c.input }
