provider "terraform" {
  alias = "x"
}
module "m" {
  source = "./m"
  providers = {
    terraform = terraform.x
    terraform = terraform
  }
}
