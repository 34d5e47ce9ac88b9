module "c" {
  source = 5
}
