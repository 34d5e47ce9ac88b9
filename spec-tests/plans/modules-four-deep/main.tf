module "a" {
  source = "./a"
  for_each = { x = ["1", "2"], y = [] }
  items = each.value
  key = each.key
}
output "tree" { value = module.a }
output "leaf" { value = module.a["x"].leaves["1"].val }
output "splat" { value = values(module.a)[*].n }
