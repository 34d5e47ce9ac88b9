resource "terraform_data" "a" { count = 1 }
output "a" { value = terraform_data.a.*.id }
output "b" { value = terraform_data.a[*].output.x }
output "c" { value = terraform_data.a }
output "d" { value = terraform_data.a[0] }
output "e" { value = length(terraform_data.a) }
