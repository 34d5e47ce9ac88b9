removed {
  from = terraform_data.x
}
