resource "terraform_data" "a" {
  input = 1
}
output "id" {
  value = terraform_data.a.id
}
