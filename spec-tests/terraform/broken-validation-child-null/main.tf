module "c" {
  source = "./c"
  n = null
}
