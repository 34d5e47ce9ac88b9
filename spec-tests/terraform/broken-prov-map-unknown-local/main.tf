provider "terraform" {
}
module "c" {
  source = "./c"
  providers = {
    tf = terraform
  }
}
