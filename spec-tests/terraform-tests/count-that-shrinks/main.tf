variable "n" {
  default = 2
}
resource "terraform_data" "a" {
  count = var.n
  input = count.index
}
output "ids" {
  value = terraform_data.a[*].id
}
