removed {
  from = terraform_data.a
  lifecycle { destroy = false }
}
removed {
  from = module.m.terraform_data.x
  lifecycle { destroy = false }
}
removed {
  from = module.n.terraform_data.x
  lifecycle { destroy = true }
}
module "m" { source = "./m" }
