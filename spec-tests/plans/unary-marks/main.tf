resource "terraform_data" "u" {
  input = "x"
}
locals {
  s = sensitive(terraform_data.u.id)
  d = sensitive(jsondecode(terraform_data.u.id))
}
output "a" {
  value = !(local.s == "x")
}
output "b" {
  value = -tonumber(local.s)
}
output "c" {
  value = -local.d
}
output "d" {
  value = !sensitive(true)
}
output "e" {
  value = local.d && true
}
output "f" {
  value = local.d > 1
}
output "g" {
  value = -local.s
}
output "h" {
  value = !tobool(local.d)
}
