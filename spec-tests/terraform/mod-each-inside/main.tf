module "m" {
  source   = "./m"
  for_each = toset(["a"])
  x        = each.value
  y        = count.index
}
