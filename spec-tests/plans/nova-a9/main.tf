provider "nova" { endpoint = "e" }
module "m" {
  source = "./m"
  for_each = { a = 1, b = 2 }
  n = each.value
  providers = { nova = nova }
  key = nova_key.k
}
resource "nova_key" "k" {}
output "all" { value = module.m }
output "one" { value = module.m["a"].vm.name }
output "x" { value = values(module.m)[*].id }
