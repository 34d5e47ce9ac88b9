module "m" {
  source = "./m"
  n      = count.index
  k      = each.key
}
