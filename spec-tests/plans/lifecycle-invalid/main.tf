resource "terraform_data" "a" {
  lifecycle {
    ignore_changes = [nope]
    replace_triggered_by = [var.x, terraform_data.b.nope, terraform_data.b]
    prevent_destroy = var.x
    create_before_destroy = "maybe"
  }
}
resource "terraform_data" "b" {}
variable "x" { default = true }
