resource "terraform_data" "a-b" {
  input = 1
}
output "x-y" {
  value = terraform_data.a-b.input
}
