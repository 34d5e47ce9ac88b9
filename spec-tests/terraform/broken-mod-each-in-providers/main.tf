module "m" {
  source   = "./m"
  for_each = toset(["a"])
  providers = {
    terraform = terraform[each.key]
  }
}
