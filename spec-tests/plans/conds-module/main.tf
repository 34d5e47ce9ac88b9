module "c" {
  source = "./c"
  count = 2
  a = count.index
}
