module "a" { source = "./a" }
output "o" {
  value = module.a.b.d
}
