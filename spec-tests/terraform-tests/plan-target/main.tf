resource "terraform_data" "a" {
  input = 1
}
resource "terraform_data" "b" {
  input = 1
}
output "a" {
  value = terraform_data.a.id
}
