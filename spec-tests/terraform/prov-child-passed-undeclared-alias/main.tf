provider "terraform" {
  alias = "x"
}
module "m" {
  source = "./m"
  providers = {
    terraform.alt = terraform.x
  }
}
