resource "terraform_data" "x" {
  lifecycle {
    create_before_destroy = "x"
  }
}
