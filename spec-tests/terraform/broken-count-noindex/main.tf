resource "terraform_data" "a" {
  count = 2
}
output "a" {
  value = terraform_data.a.id
}
