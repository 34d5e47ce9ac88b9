resource "terraform_data" "a" {
  count = var.n
  input = count.index
}
variable "n" { default = null }
output "o" { value = terraform_data.a }
