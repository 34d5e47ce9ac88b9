module "c" {
  source = "./c//d"
}
