resource "terraform_data" "a" { count = 1 }
output "o" {
  value = terraform_data.a[1.5].id
}
