resource "beta_net" "p" {
  cidr = "1"
  opt { k = "x" }
}
resource "beta_net" "a" {
  for_each = { a = beta_net.p.id, b = beta_net.p.ids }
  cidr = each.key
  opt { k = jsonencode(each.value) }
}
output "k" { value = keys(beta_net.a) }
output "v" { value = values(beta_net.a)[*].id }
output "f" { value = { for k, v in beta_net.a : k => v.cidr } }
