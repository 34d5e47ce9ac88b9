provider "acme" {
  region = acme_plain.other.v
}
provider "acme" {
  alias  = "x"
  region = terraform_data.r.input
}
resource "terraform_data" "r" {
  input = "eu"
}
resource "acme_plain" "other" {
  provider = acme.x
  v        = "k"
}
resource "acme_plain" "b" {}
resource "acme_plain" "c" {
  provider = acme.x
}
module "m" {
  source    = "./m"
  providers = { acme = acme.x }
}
