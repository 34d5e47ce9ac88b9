module "m" {
  source = "./m"
  count = 1
}
output "x" { value = module.m[1].x }
output "y" { value = module.m.x }
