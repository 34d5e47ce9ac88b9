module "c" {
  source = "./nope"
  foo = 1
}
output "x" {
  value = module.c.foo
}
