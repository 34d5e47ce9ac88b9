module "c" {
  source = ".\\c"
}
