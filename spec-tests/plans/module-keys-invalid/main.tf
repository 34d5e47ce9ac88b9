module "a" {
  source = "./a"
  count = 2
}
output "q" { value = module.a[3].v }
output "r" { value = module.a["x"].v }
output "s" { value = module.a[*].v }
output "t" { value = module.a }
