module "m" {
  for_each = toset(["a"])
  source   = "./m"
}
output "o" {
  value = values(module.m)[*].y
}
output "p" {
  value = { for k, m in module.m : k => m.y }
}
