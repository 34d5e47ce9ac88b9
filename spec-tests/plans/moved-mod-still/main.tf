moved {
  from = module.m
  to = module.n
}
module "m" { source = "./m" }
module "n" { source = "./m" }
