module "m" {
  source = "./m"
  env    = "qa"
}
