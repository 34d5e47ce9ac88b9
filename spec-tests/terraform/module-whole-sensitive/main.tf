module "a" { source = "./m" }
output "all" { value = module.a }
