resource "terraform_data" "k" { input = "x" }
module "m" {
  source = "./m"
  for_each = { a = terraform_data.k.output }
  v = each.value
}
output "o" { value = { for k, m in module.m : k => m.out } }
output "p" { value = module.m["a"].out }
output "q" { value = values(module.m)[*].out }
