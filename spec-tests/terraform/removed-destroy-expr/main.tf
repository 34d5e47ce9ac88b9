removed {
  from = terraform_data.a
  lifecycle {
    destroy = 1 == 2
  }
}
