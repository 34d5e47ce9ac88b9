module "m" {
  source     = "./m"
  depends_on = [module.n]
}
module "n" {
  source = "./m"
  count  = 2
}
