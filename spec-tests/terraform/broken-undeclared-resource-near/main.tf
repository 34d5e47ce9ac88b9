resource "terraform_data" "first" {}
output "a" {
  value = terraform_data.frist.id
}
