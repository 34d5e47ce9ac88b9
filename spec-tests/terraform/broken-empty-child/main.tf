module "c" {
  source = "./c"
}
output "o" {
  value = module.c.foo
}
