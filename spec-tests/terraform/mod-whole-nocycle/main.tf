module "a" {
  source = "./m"
}
module "b" {
  source = "./m"
  x      = module.a
}
output "all" {
  value = module.b
}
