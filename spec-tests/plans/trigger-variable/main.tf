resource "terraform_data" "a" {
  lifecycle {
    replace_triggered_by = [var.x, terraform_data.b, local.q]
  }
}
resource "terraform_data" "c" {
  nope = 1
}
resource "terraform_data" "b" {}
variable "x" { default = true }
