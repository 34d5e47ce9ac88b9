removed {
  from = resource.terraform_data.b
}
