removed {
  from = terraform_data.x
  lifecycle {
    destroy = false
  }
}
removed {
  from = terraform_data.x
  lifecycle {
    destroy = false
  }
}
