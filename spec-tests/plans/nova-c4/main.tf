provider "nova" { endpoint = "x" }
variable "secret" {
  type = object({ user = string, pass = string, list = list(string), m = map(string) })
  sensitive = true
  default = { user = "u", pass = "p", list = ["a", "b"], m = { k = "v" } }
}
locals {
  u = var.secret.user
  o = { a = var.secret.user, b = 1, c = [1, var.secret.pass] }
  m = { for k, v in var.secret.m : k => v }
  t = [for x in ["a"] : x == var.secret.user]
  l = length(var.secret.list)
  n = nonsensitive(var.secret.list)
  mm = merge({ x = 1 }, { y = var.secret.user })
  tm = { for i, x in nonsensitive(var.secret.list) : x => var.secret.m }
}
module "m" {
  source = "./m"
  s = local.o
  p = { a = { b = var.secret.pass, c = "d" } }
}
resource "nova_vm" "v" {
  name = "x"
  labels = local.mm
  groups = setunion(["z"], var.secret.list)
  limits = { cpu = local.l, mem = "m", opts = { q = local.t[0] } }
  ports = [for i, x in local.n : { n = i, p = "${x}${local.u}" }]
  annotations = { a = [local.u], b = ["plain"] }
  cpu = local.l
}
output "l" { value = [for x in local.n : x] }
output "issens" { value = [issensitive(local.o), issensitive(local.o.b), issensitive(local.mm), issensitive(local.mm.x), issensitive(module.m.o)] }
output "s" {
  value = { a = local.o, b = local.mm, c = local.t, d = local.l, e = module.m, f = local.m, g = nova_vm.v.limits, h = local.tm }
  sensitive = true
}
output "cond" {
  value = local.u == "x" ? "a" : "b"
  sensitive = true
}
output "ok" { value = nova_vm.v.ports[0].n }
