module "c" {
  source = "./c"
}
output "a" {
  value = module.c.o
  sensitive = true
}
