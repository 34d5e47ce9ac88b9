module "a b" {
  source = "./a"
}
