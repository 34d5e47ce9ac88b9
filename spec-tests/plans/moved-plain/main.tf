moved {
  from = terraform_data.old
  to = terraform_data.a
}
removed {
  from = terraform_data.gone
  lifecycle {
    destroy = false
  }
}
resource "terraform_data" "a" {}
