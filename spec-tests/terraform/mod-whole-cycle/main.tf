module "a" {
  source = "./m"
  x      = module.b
}
module "b" {
  source = "./m"
  x      = module.a.o
}
