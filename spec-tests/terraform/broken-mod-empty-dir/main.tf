module "c" {
  source = "./c"
  foo = 1
}
