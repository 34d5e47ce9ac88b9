module "c" {
  source = ""
}
