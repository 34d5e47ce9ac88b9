resource "terraform_data" "x" {
  lifecycle {
    ignore_changes = [input]
  }
}
