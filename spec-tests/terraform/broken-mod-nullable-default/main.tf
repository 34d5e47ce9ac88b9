module "m" {
  source = "./m"
  a      = null
}
