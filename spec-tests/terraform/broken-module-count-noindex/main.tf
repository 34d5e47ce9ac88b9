module "a" {
  source = "./a"
  count  = 1
}
output "a" {
  value = module.a.b
}
