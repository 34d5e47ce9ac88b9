module "a" {
  source = "./a"
  n = 1
}
