moved {
  from = module.old
  to = module.new["k"]
}
module "new" {
  source = "./m"
  for_each = toset(["k", "j"])
}
