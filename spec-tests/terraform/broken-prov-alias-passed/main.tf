provider "terraform" {
  alias = "a"
}
module "c" {
  source = "./c"
  providers = {
    terraform.b = terraform.a
  }
}
