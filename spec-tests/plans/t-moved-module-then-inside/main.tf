moved {
  from = module.b.terraform_data.x
  to = module.b.terraform_data.y
}
moved {
  from = module.a
  to = module.b
}
module "b" { source = "./b" }
