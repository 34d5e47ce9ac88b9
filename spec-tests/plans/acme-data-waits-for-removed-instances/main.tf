module "fewer" {
  source = "./m"
  count  = 1
}

module "none" {
  source = "./m"
  count  = 0
}

data "acme_data" "of_fewer" {
  name       = "n"
  depends_on = [module.fewer]
}

data "acme_data" "of_none" {
  name       = "n"
  depends_on = [module.none]
}
