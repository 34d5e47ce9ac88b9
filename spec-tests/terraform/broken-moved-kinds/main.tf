moved {
  from = terraform_data.a
  to   = module.b
}
