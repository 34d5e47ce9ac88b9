module "n" { source = "../n" }
output "o" { value = module.n.o }
