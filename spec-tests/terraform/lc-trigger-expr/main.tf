resource "terraform_data" "b" {}
resource "terraform_data" "a" {
  lifecycle {
    replace_triggered_by = [terraform_data.b.id == "" ? 1 : 2]
  }
}
