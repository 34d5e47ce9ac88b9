module "a" {
  source = "./m"
  count  = module.b.o
}
module "b" {
  source = "./m"
  x      = module.a[0].o
}
