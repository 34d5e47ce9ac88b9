module "a" {
  source = "./a"
  count = 2
  providers = { x = y }
}
output "o" { value = module.a.v }
output "p" { value = module.a[0].nope }
output "q" { value = module.a[3].v }
