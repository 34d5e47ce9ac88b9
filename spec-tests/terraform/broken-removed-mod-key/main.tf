removed {
  from = module.a["x"].terraform_data.b
}
