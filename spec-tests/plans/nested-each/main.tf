module "a" {
  source = "./a"
  for_each = { x = 2, y = 0, z = 1 }
  n = each.value
  key = each.key
}
output "o" { value = module.a }
output "x" { value = module.a["x"].ids }
output "k" { value = [for k, m in module.a : "${k}-${length(m.ids)}"] }
