provider "acme" {
  region = "a"
}
provider "acme" {
  alias  = "west"
  region = acme_plain.p.id
  key    = "secret"
  ep {
    u = "x"
  }
}
resource "acme_plain" "p" {
  v = "1"
}
resource "acme_plain" "q" {
  provider = acme.west
  v        = acme_plain.p.v
}
data "acme_data" "d" {
  provider = acme.west
  name     = "x"
}
module "m" {
  source    = "./m"
  for_each  = toset(["a"])
  providers = { acme = acme.west, acme.other = acme }
}
output "d" {
  value = data.acme_data.d.id
}
