moved {
  from = terraform_data.b
  to = module.m.terraform_data.c
}
moved {
  from = terraform_data.a
  to = terraform_data.b
}
module "m" { source = "./m" }
