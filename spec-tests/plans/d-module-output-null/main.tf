module "c" {
  source = "./c"
}
output "a" {
  value = module.c.n
}
output "b" {
  value = module.c
}
