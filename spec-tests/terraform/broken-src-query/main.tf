module "c" {
  source = "./c?x=1"
}
