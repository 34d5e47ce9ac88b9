module "c" {
  source = "./c"
  a = null
  b = null
}
output "a" {
  value = module.c.a
}
output "b" {
  value = module.c.b
}
