locals {
  conf = yamldecode(file("${path.module}/conf.yaml"))
  users = { for u in local.conf.users : u.name => u }
  csv = csvdecode(file("${path.module}/x.csv"))
}
resource "terraform_data" "user" {
  for_each = local.users
  input = { name = each.key, groups = lookup(each.value, "groups", []), admin = try(each.value.admin, false) }
}
resource "terraform_data" "row" {
  for_each = { for r in local.csv : r.id => r }
  input = each.value
}
resource "terraform_data" "tpl" {
  input = templatefile("${path.module}/t.tftpl", { users = keys(local.users), n = 2 })
}
output "u" { value = local.users }
