provider "terraform" {
  alias = "x"
}
module "m" {
  source = "./m"
  providers = {
    terraform.a = terraform.x
  }
}
