module "p" {
  source = "./p"
  for_each = toset(["x", "y"])
  name = each.key
}
output "a" {
  value = module.p["x"].deep
}
output "b" {
  value = path.root
}
output "c" {
  value = path.module
}
