provider "nova" {
  endpoint = "x"
}
module "m" {
  source = "./m"
  scope  = "s"
}
module "n" {
  source = "./n"
  tok    = module.m.tok
}
output "m" {
  value = ephemeralasnull(module.m.tok)
}
output "known" {
  value = module.m.known
}
