module "m" {
  source     = "./m"
  depends_on = [module.n[0]]
}
module "n" {
  source = "./m"
  count  = 2
}
