module "c" {
  source = "example..com/a/b/c"
  version = "1.0"
}
