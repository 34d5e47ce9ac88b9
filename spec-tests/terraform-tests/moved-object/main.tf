variable "n" {
  default = 1
}
resource "terraform_data" "b" {
}
moved {
  from = terraform_data.a
  to   = terraform_data.b
}
output "id" {
  value = terraform_data.b.id
}
