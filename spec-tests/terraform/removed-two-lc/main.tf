removed {
  from = terraform_data.a
  lifecycle {
    destroy = false
  }
  lifecycle {
    destroy = false
  }
}
