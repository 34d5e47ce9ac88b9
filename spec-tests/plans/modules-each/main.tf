module "c" {
  source = "./child"
  for_each = { b = 1, a = 2 }
  v = each.value
  n = each.key
}
output "a" {
  value = {for k, v in module.c : k => v.all}
}
output "b" {
  value = module.c["a"].ids
}
output "c" {
  value = module.c["b"].secret
  sensitive = true
}
output "d" {
  value = module.c
  sensitive = true
}
