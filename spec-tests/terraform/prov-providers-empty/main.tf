module "m" {
  source    = "./m"
  providers = {}
}
