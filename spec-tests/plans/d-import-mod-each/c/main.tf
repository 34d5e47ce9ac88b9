resource "terraform_data" "z" {}
output "id" {
  value = terraform_data.z.id
}
