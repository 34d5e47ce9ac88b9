variable "b" { type = bool }
resource "terraform_data" "a" {
  count = var.b ? "1" : 0
}
