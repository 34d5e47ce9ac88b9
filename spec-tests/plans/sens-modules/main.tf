variable "pw" {
  default   = { user = "u", pass = "p" }
  sensitive = true
}
module "a" {
  source   = "./m"
  for_each = { x = 1, y = 2 }
  pw       = var.pw
  open     = each.value
}
module "b" {
  source = "./m"
  count  = 2
  pw     = { user = "z", pass = count.index }
  open   = var.pw.user
}
output "a" {
  value     = module.a
  sensitive = true
}
output "b" {
  value     = module.b[0].shown
}
output "c" {
  value = module.b[*].len
}
output "d" {
  value     = [for m in module.a : m.marked]
  sensitive = true
}
output "e" {
  value = module.a["x"].plain
  sensitive = true
}
