variable "a" {
  type = any
}
variable "b" {
}
output "o" {
  value      = var.a
  depends_on = [terraform_data.d]
}
resource "terraform_data" "d" {
  input = var.b
}
output "n" {
  value = { d = { e = terraform_data.d.id } }
  sensitive = false
  description = "n"
}
