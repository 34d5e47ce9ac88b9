import {
  to = terraform_data.a
  id = "abc"
}
resource "terraform_data" "a" {
  input = "x"
}
output "a" {
  value = terraform_data.a.id
}
output "b" {
  value = terraform_data.a.output
}
