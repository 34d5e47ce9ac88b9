module "m" {
  source = "./m"
  for_each = toset(["ok", "bad", "worse"])
  v = each.key
}
