resource "terraform_data" "x" {
  lifecycle {
    prevent_destroy = 5
  }
}
