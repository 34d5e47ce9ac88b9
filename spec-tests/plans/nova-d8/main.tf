provider "nova" { endpoint = "x" }
module "a" {
  source = "./a"
  for_each = { p = 1, q = 2 }
  n = each.value
  peers = { for k, v in { p = 1, q = 2 } : k => v if k != each.key }
}
module "b" {
  source = "./a"
  n = sum([for k, v in module.a : v.n])
  peers = module.a["p"].map
  depends_on = [module.a]
}
output "b" { value = module.b }
output "a" { value = [for k, v in module.a : "${k}:${v.n}"] }
