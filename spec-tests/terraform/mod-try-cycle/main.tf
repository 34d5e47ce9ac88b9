module "a" {
  source = "./m"
  x      = try(module.a.o, 1)
}
