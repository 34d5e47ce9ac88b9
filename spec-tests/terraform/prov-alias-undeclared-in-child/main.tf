provider "terraform" {
  alias = "a"
}
module "c" {
  source = "./c"
  providers = {
    terraform.z = terraform.a
  }
}
