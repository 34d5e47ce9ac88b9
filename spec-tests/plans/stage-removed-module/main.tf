removed {
  from = module.m
  lifecycle { destroy = false }
}
module "m" { source = "./m" }
