resource "terraform_data" "a" {
  lifecycle {
    ignore_changes = [terraform_data.a.input]
  }
}
