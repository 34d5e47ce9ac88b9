module "a" {
  source = "./c"
  x = module.b.y
  z = 1
}
module "b" {
  source = "./c"
  x = 1
  z = module.a.w
}
