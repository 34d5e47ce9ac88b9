removed {
  from = terraform_data.x
  lifecycle {
  }
}
