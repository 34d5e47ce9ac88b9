module "c" {
  source = "./c"
  n = 1
}
