module "c" {
  source = "./c"
  version = "1.0"
}
