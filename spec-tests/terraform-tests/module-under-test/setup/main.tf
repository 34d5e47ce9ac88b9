variable "p" {
  default = "s"
}
resource "terraform_data" "x" {
  input = var.p
}
output "id" {
  value = terraform_data.x.output
}
