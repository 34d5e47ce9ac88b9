module "c" {
  source = "."
}
