module "m" {
  source = "./m"
}
output "x" {
  value = module.m.x.foo
}
output "y" {
  value = module.m.x + 1
}
output "z" {
  value = upper(module.m.l)
}
