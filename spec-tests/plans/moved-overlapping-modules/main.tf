moved {
  from = module.a["k"]
  to   = module.b["k"]
}
moved {
  from = module.a
  to   = module.b
}
module "b" {
  for_each = toset(["k", "j"])
  source   = "./m"
}
