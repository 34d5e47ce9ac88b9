terraform {
  required_providers {
    terraform = { source = "terraform.io/builtin/terraform" }
  }
}
provider "terraform" {
  alias = "a"
}
module "m" {
  source = "./m"
  providers = {
    terraform       = terraform.a
    terraform.extra = terraform.a
  }
  depends_on = [terraform_data.x]
}
resource "terraform_data" "x" {}
