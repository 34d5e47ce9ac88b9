resource "terraform_data" "a" {
  lifecycle {
    ignore_changes = all
    replace_triggered_by = [terraform_data.b, terraform_data.c[0], terraform_data.d["k"].input, null_thing.x]
  }
}
resource "terraform_data" "b" {}
resource "terraform_data" "c" { count = 1 }
resource "terraform_data" "d" { for_each = { k = 1 } }
