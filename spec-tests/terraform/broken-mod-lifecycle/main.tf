module "c" {
  source = "./c"
  lifecycle {
  }
}
