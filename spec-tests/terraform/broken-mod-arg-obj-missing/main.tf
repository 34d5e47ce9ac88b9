module "m" {
  source = "./m"
  n      = { b = 2 }
}
