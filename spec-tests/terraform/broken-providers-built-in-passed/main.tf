provider "terraform" {}
provider "terraform" {
  alias = "b"
}
resource "terraform_data" "a" {
  provider = terraform.b
}
module "m" {
  source = "./m"
  providers = {
    terraform = terraform.b
    terraform.x = terraform
  }
}
