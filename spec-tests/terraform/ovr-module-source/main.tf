module "m" {
  source = "./gone"
}
