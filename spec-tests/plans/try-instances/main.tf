resource "terraform_data" "b" { count = 2 }
output "x" { value = try(terraform_data.b.id, 1) }
output "y" { value = try(terraform_data.b[0].nope, 1) }
output "z" { value = try(terraform_data.b["a"].id, 1) }
output "w" { value = try(terraform_data.b[5].id, 1) }
output "v" { value = try(terraform_data.b[*].nope, 1) }
output "u" { value = try(terraform_data.c["a"].id, 1) }
output "t" { value = try(terraform_data.c.input.x, 1) }
resource "terraform_data" "c" {}
