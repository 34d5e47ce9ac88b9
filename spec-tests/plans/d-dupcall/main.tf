module "a" {
  source = "./m"
}
module "b" {
  source = "./m"
}
output "x" {
  value = [module.a.o, module.b.o]
}
