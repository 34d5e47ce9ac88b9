module "a" {
  source = "./m"
  n = 1
}
module "b" {
  source = "./m"
  n = module.a.n + 1
}
module "c" {
  source = "./m/../m"
  n = module.b.n + 1
}
output "n" { value = module.c.n }
