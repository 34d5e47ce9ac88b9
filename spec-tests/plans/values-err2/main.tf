variable "w" {
  default = "abc"
}
module "m" {
  source = "./m"
  n      = length(var.w)
}
output "n" {
  value = module.m.n
}
locals {
  bad = regex("z", var.w)
  tup = [1, 2][length(var.w)]
  obj = { a = 1 }[var.w]
  fun = cidrsubnet(var.w, 1, 1)
  tpl = "${[1]}"
}
output "h" {
  value = local.bad
}
output "i" {
  value = local.obj
}
output "j" {
  value = local.fun
}
output "k" {
  value = [for k, v in { a = var.w } : v.x]
}
output "l" {
  value = { for k in ["a", "a"] : k => var.w }
}
check "c" {
  assert {
    condition     = local.bad == ""
    error_message = "x"
  }
}
