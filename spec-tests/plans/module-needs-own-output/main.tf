module "a" {
  source = "./a"
  v = module.a.p
}
output "o" { value = module.a.o }
