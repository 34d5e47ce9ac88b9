provider "beta" {
  url = "http://x"
  token = "sec"
  tags = { a = local.l }
  assume { role = "r" }
}
provider "beta" {
  alias = "two"
  url = var.u
}
variable "u" { default = "q" }
locals { l = "v" }
resource "beta_net" "a" {
  provider = beta.two
  cidr = "1"
  opt { k = 1 }
}
module "m" {
  source = "./m"
  providers = { beta = beta.two }
}
module "n" {
  source = "./m"
}
