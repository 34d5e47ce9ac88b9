resource "terraform_data" "b" {
  for_each = toset(["k", "l"])
  input    = each.key
}
moved {
  from = terraform_data.a
  to   = terraform_data.b["k"]
}
moved {
  from = terraform_data.c[0]
  to   = terraform_data.b["l"]
}
module "n" {
  source = "./m"
  count  = 1
}
moved {
  from = module.m
  to   = module.n[0]
}
removed {
  from = terraform_data.gone
  lifecycle {
    destroy = false
  }
}
import {
  to = terraform_data.imp
  id = "imported"
}
resource "terraform_data" "imp" {
  input = 1
}
import {
  for_each = { a = "i-a", b = "i-b" }
  to       = terraform_data.imps[each.key]
  id       = each.value
}
resource "terraform_data" "imps" {
  for_each = { a = 1, b = 2, c = 3 }
  input    = each.value
}
output "imp" {
  value = terraform_data.imp.id
}
output "imps" {
  value = { for k, v in terraform_data.imps : k => v.id }
}
