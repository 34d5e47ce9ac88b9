terraform {
  required_providers {
    n = { source = "hashicorp/nova" }
  }
}
provider "n" {
  endpoint = "x"
  features = { x = true }
  auth {
    user = "u"
    pass = "p"
  }
}
resource "nova_key" "k" { provider = n }
module "m" {
  source = "./m"
  providers = { nova.main = n, nova.other = n.two }
}
provider "n" {
  alias = "two"
  endpoint = nova_key.k.id
}
