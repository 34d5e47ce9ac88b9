module "b" { source = "./b" }
output "b" { value = module.b }
