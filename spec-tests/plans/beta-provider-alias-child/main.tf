provider "beta" {
  alias = "x"
}
module "m" {
  source = "./m"
  providers = { beta.in = beta.x, beta = beta.x }
}
