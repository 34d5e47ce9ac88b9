module "a" {
  source = "./m"
  count = 0
  n = 1
}
module "b" {
  source = "./m"
  for_each = {}
  n = 1
}
output "a" { value = module.a }
output "b" { value = module.b }
output "c" { value = one(module.a[*].n) }
output "d" { value = try(module.a[0].n, "none") }
