resource "terraform_data" "r" {
  input = 1
}
output "id" {
  value = terraform_data.r.id
}
