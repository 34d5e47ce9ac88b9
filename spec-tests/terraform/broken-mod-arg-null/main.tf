module "m" {
  source = "./m"
  a      = null
  b      = null
}
