resource "terraform_data" "a" {
  input = 1
  lifecycle {
    create_before_destroy = true
    prevent_destroy       = false
    ignore_changes        = [input, triggers_replace]
    replace_triggered_by  = [terraform_data.b, terraform_data.c["k"].id]
  }
}
resource "terraform_data" "b" {}
resource "terraform_data" "c" {
  for_each = toset(["k"])
  lifecycle {
    ignore_changes = all
  }
}
