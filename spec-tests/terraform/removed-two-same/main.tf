removed {
  from = terraform_data.a
  lifecycle {
    destroy = false
  }
}
removed {
  from = module.x.terraform_data.a
  lifecycle {
    destroy = true
  }
}
