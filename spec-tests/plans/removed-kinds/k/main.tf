removed {
  from = terraform_data.r
  lifecycle {
    destroy = false
  }
}
resource "terraform_data" "s" {
  input = "s"
}
