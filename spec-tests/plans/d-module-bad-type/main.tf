module "c" {
  source = "./c"
  x = "abc"
}
