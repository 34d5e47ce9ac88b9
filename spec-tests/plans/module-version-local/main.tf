module "a" {
  source = "./a"
  version = "1"
}
