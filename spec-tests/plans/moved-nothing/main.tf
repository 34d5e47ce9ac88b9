moved {
  from = terraform_data.a
  to = terraform_data.zz
}
moved {
  from = module.q
  to = module.z
}
