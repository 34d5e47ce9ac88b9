resource "terraform_data" "a" { nope = 1 }
output "o" { value = terraform_data.a.nope }
