moved {
  from = module.m.terraform_data.c
  to   = module.m
}
module "m" { source = "./m" }
