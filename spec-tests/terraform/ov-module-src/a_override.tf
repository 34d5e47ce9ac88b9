module "m" {
  source = "./n"
}
