variable "a" {
  default = true
}
resource "terraform_data" "a" {
  lifecycle {
    prevent_destroy = var.a
  }
}
