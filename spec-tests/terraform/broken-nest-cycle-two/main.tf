module "a" {
  source = "./a"
  x      = module.b.y
}
module "b" {
  source = "./a"
  x      = module.a.y
}
