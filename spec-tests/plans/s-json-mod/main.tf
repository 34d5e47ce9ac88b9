module "m" {
  source = "./m"
  a = [1, 2]
}
output "o" { value = module.m }
