module "m" {
  source = "./m"
  l      = "abc"
  n      = "12x"
  b      = 1
  m      = ["a"]
  s      = { a = 1 }
}
