resource "terraform_data" "a" {
  input = 1
  lifecycle {
    create_before_destroy = true
    prevent_destroy = true
    ignore_changes = [input]
    replace_triggered_by = [terraform_data.b]
  }
}
resource "terraform_data" "b" {
  lifecycle {
    ignore_changes = all
  }
}
