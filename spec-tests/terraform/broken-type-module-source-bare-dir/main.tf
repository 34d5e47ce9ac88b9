module "c" {
  source = "c"
}
