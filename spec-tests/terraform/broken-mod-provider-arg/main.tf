module "c" {
  source = "./c"
  provider = terraform
}
