module "c" {
  source = "./c"
  a = 0
}
