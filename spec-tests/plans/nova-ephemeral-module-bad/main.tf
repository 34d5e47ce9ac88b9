provider "nova" {
  endpoint = "x"
}
module "m" {
  source = "./m"
}
module "n" {
  source = "./n"
  tok    = module.m.tok
}
