locals {
  a = sensitive("s")
  m = { x = sensitive(1), y = 2, z = [sensitive("a"), "b"] }
}
output "o1" {
  value = local.m
  sensitive = true
}
output "o2" { value = local.m.y }
output "o3" { value = length(local.m.z) }
output "o4" { value = nonsensitive(local.a) }
output "o5" {
  value = [for k, v in local.m.z : v]
  sensitive = true
}
output "o6" { value = issensitive(local.m) }
output "o7" { value = issensitive(local.m.x) }
output "o8" { value = keys(local.m) }
output "o9" {
  value = "x-${local.a}"
  sensitive = true
}
resource "terraform_data" "t" {
  input = local.m
  triggers_replace = [local.a, "x"]
}
resource "terraform_data" "u" {
  input = { for k, v in local.m : k => v if k != "z" }
}
resource "terraform_data" "v" {
  input = toset([local.a, "bx"])
}
resource "terraform_data" "w" {
  input = merge(local.m, { q = terraform_data.t.id })
}
resource "terraform_data" "x" {
  input = local.a == "s" ? { p = 1 } : { p = 2 }
}
resource "terraform_data" "y" {
  count = length(local.m.z)
  input = local.m.z[count.index]
}
resource "terraform_data" "z" {
  input = jsonencode(local.m)
}
