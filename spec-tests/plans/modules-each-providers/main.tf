module "a" {
  source   = "./m"
  for_each = { x = { n = 1 }, y = { n = 2 } }
  conf     = each.value
  name     = "a-${each.key}"
}
module "b" {
  source = "./m"
  count  = length(module.a)
  conf   = { n = count.index }
  name   = keys(module.a)[count.index]
}
module "c" {
  source = "./m"
  count  = 0
  conf   = { n = 1 }
}
module "d" {
  source     = "./m"
  conf       = null
  depends_on = [module.b]
}
output "a" {
  value = module.a
}
output "b" {
  value = module.b[*].inner
}
output "c" {
  value = module.c
}
output "c1" {
  value = one(module.c[*].inner)
}
output "d" {
  value = module.d
}
output "e" {
  value = { for k, m in module.a : k => m.inner.each if m.n > 1 }
}
