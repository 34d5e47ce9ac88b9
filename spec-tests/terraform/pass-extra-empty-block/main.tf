provider "terraform" {
  alias = "q"
}
module "c" {
  source = "./c"
  providers = {
    terraform.r = terraform.q
  }
}
