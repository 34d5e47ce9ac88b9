module "m" { source = "./m" }
removed {
  from = module.m.terraform_data.c
  lifecycle {
    destroy = false
  }
}
