module "m" {
  source = "./m"
  l      = "x"
  o      = { a = 1 }
  n      = "5"
  b      = "maybe"
}
