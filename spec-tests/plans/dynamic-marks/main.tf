resource "terraform_data" "u" {
  input = "x"
}
locals {
  d = jsondecode(terraform_data.u.id)
  s = sensitive(local.d)
}
output "a" {
  value = upper(local.s)
}
output "b" {
  value = keys(local.s)
}
output "c" {
  value = length(local.s)
}
output "e" {
  value = jsonencode(local.s)
}
