resource "terraform_data" "a" { count = 2 }
output "o" {
  value = terraform_data.a[].id
}
