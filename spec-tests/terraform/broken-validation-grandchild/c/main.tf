module "d" {
  source = "./d"
  n = 1
}
