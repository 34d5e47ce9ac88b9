module "m" {
  source = "./m"
  for_each = toset(["a"])
  v = each.value
}
output "q" { value = values(module.m)[*].outt }
output "z" { value = module.m["a"].outt }
