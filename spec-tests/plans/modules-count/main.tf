module "c" {
  source = "./child"
  count = 2
  v = count.index + 1
}
output "a" {
  value = module.c[*].all
}
output "b" {
  value = module.c[1].ids
}
output "c" {
  value = length(module.c)
}
output "d" {
  value = module.c[0].secret
  sensitive = true
}
output "e" {
  value = module.c
  sensitive = true
}
