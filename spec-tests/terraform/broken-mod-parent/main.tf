module "c" {
  source = "./a/b"
}
