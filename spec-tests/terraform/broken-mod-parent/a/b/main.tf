module "d" {
  source = "../d"
  n = "x"
}
