module "c" {
  source = null
}
