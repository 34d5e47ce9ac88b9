module "d" {
  source = "../d"
}
