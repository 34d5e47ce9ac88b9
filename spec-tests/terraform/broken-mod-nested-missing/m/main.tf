module "n" {
  source = "./n"
}
