moved {
  from = module.m
  to = module.m["a"]
}
moved {
  from = module.n["a"]
  to = module.n["b"]
}
module "m" {
  source = "./m"
  for_each = toset(["a"])
}
module "n" {
  source = "./m"
  for_each = toset(["a", "b"])
}
