module "m" {
  source = "./m"
  nope = 1
}
output "x" { value = module.m.nope }
