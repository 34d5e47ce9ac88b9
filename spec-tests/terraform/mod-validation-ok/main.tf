module "c" {
  source = "./c"
  n = 7
}
