resource "terraform_data" "a" {
  lifecycle {
    replace_triggered_by = [terraform_data.b[var.x], terraform_data.nope, terraform_data.b[count.index], terraform_data.b.wrong]
  }
}
resource "terraform_data" "b" {}
variable "x" { default = true }
resource "terraform_data" "c" {
  nope = 1
}
