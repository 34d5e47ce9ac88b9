resource "terraform_data" "x" {
  lifecycle {
    foo = 1
  }
}
