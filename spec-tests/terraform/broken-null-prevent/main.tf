resource "terraform_data" "x" {
  lifecycle {
    prevent_destroy = null
  }
}
