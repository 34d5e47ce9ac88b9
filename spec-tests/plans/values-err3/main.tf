variable "w" {
  default = "abc"
}
locals {
  bad = regex("z", var.w)
  tup = [1, 2][length(var.w)]
}
output "h" {
  value = local.bad
}
output "i" {
  value = local.tup
}
check "c" {
  assert {
    condition     = local.bad == ""
    error_message = "x"
  }
}
module "m" {
  source = "./m"
  n      = length(var.w)
}
output "n" {
  value = module.m.n
}
resource "terraform_data" "in_m" {
  input = module.m.n
}
