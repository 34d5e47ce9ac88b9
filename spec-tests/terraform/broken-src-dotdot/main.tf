module "c" {
  source = ".."
}
