moved {
  from = terraform_data.a
  to = terraform_data.b
}
moved {
  from = terraform_data.b
  to = module.m.terraform_data.c
}
module "m" { source = "./m" }
