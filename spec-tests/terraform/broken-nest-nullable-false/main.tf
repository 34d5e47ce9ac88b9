module "a" {
  source = "./a"
  n      = null
}
