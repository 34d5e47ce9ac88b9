module "m" {
  source = "./m"
  l = { a = 1 }
  o = { n = "x" }
  s = [1]
}
