module "m" {
  source = "./a/../m"
}
