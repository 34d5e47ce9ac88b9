module "m" {
  source = "./m"
  count  = 2
}
output "a" {
  value = module.m.x
}
output "b" {
  value = module.m[*].x
}
output "c" {
  value = module.m[0].y
}
