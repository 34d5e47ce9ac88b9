module "c" {
  source = "./c"
  providers = {
    terraform = terraform
  }
}
