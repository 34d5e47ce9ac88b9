module "m" {
  source = "./m"
  count  = 2
}
output "o" {
  value = module.m[1.5].x
}
