variable "v" {
  type = number
  default = 3
}
variable "n" {
  type = string
  default = null
}
resource "terraform_data" "r" {
  count = var.v
  input = "${path.module}-${count.index}-${var.n == null ? "null" : var.n}"
}
output "all" {
  value = terraform_data.r[*].input
}
output "ids" {
  value = terraform_data.r[*].id
}
output "secret" {
  value = "s${var.v}"
  sensitive = true
}
