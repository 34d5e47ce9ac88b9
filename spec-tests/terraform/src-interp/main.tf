module "c" {
  source = "./${"c"}"
}
