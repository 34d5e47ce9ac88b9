module "c" {
  source = "./child"
  count = 0
}
module "d" {
  source = "./child"
  for_each = {}
}
output "a" {
  value = module.c[*].all
}
output "b" {
  value = keys(module.d)
}
