resource "terraform_data" "u" {
  input = "x"
}
locals {
  d = jsondecode(terraform_data.u.id)
  s = sensitive(local.d)
}
output "d" {
  value = local.s.foo
}
output "f" {
  value = "${local.s}"
}
output "g" {
  value = [for x in local.s : x]
}
output "h" {
  value = local.s + 1
}
output "i" {
  value = local.s[*]
}
output "j" {
  value = local.s ? 1 : 2
}
output "k" {
  value = tostring(local.s)
}
output "l" {
  value = merge(local.s, {})
}
output "m" {
  value = concat(local.s, [])
}
output "n" {
  value = !local.s
}
output "o" {
  value = local.s == 1
}
output "p" {
  value = try(local.s, 1)
}
output "q" {
  value = lookup(local.s, "x", "y")
}
output "r" {
  value = element(local.s, 0)
}
output "s" {
  value = toset(local.s)
}
output "t" {
  value = flatten(local.s)
}
output "u" {
  value = format("%s", local.s)
}
output "v" {
  value = join(",", local.s)
}
output "w" {
  value = coalesce(local.s, "x")
}
output "x" {
  value = values(local.s)
}
