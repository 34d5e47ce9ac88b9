module "a" {
  source = "./c"
  count = 1
}
output "o" {
  value = module.a.out
}
