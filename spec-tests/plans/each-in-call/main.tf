module "m" {
  source = "./m"
  for_each = toset(["a"])
  a = each.value
  b = each.nope
  c = count.index
}
