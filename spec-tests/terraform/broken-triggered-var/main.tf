variable "b" {
}
resource "terraform_data" "a" {
  lifecycle {
    replace_triggered_by = [var.b]
  }
}
