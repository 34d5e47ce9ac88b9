module "m" {
  source = "./m"
  a      = { x = 1 }
  b      = [{ y = "q" }]
}
