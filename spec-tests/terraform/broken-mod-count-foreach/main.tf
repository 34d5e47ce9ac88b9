module "c" {
  source = "./c"
  count = 1
  for_each = {}
}
