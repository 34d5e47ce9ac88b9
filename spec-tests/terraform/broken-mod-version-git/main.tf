module "c" {
  source = "git::https://example.com/x.git"
  version = "1.0"
}
