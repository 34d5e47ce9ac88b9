variable "ids" {
  type = map(string)
  default = { a = "id-a", b = "id-b" }
}
locals {
  objs = [{ k = "x", id = "i-x" }, { k = "y", id = "i-y" }]
}
import {
  for_each = var.ids
  to       = terraform_data.a[each.key]
  id       = each.value
}
import {
  for_each = { for o in local.objs : o.k => o.id }
  to       = module.m[each.key].terraform_data.r
  id       = "${each.value}-suffix"
}
import {
  for_each = toset([for i in range(2) : tostring(i)])
  to       = terraform_data.c[tonumber(each.key)]
  id       = each.key
}
import {
  to = terraform_data.one
  id = "one"
}
resource "terraform_data" "a" {
  for_each = merge(var.ids, { c = 1 })
  input    = each.value
}
resource "terraform_data" "c" {
  count = 3
}
resource "terraform_data" "one" {
  input            = "x"
  triggers_replace = "t"
}
resource "terraform_data" "after" {
  input = [terraform_data.one.id, terraform_data.a["a"].id, terraform_data.a["c"].id, terraform_data.a["b"].output]
}
module "m" {
  source   = "./m"
  for_each = toset(["x", "y", "z"])
}
output "i" {
  value = { for k, m in module.m : k => m.id }
}
output "j" {
  value = terraform_data.one
}
