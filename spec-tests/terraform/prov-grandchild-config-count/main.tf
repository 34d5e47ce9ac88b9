module "c" {
  source = "./c"
  count = 2
}
