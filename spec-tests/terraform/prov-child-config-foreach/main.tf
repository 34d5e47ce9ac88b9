module "c" {
  source = "./c"
  for_each = toset(["a"])
}
