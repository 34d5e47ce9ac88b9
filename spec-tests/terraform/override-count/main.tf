resource "terraform_data" "x" {
  count = 1
}
output "o" {
  value = terraform_data.x[0].id
}
