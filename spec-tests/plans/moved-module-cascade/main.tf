moved {
  from = module.a
  to = module.b
}
moved {
  from = module.b.module.c
  to = module.b.module.d
}
module "b" { source = "./b" }
