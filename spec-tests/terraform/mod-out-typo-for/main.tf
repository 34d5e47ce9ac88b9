module "m" {
  source   = "./m"
  for_each = toset(["a"])
}
output "o" {
  value = [for k, v in module.m : v.y]
}
