resource "terraform_data" "u" {
  input = "x"
}
output "a" {
  value = tostring(sensitive(terraform_data.u.id))
}
output "b" {
  value = tonumber(sensitive(terraform_data.u.id))
}
output "c" {
  value = tolist(sensitive([for x in [1] : terraform_data.u.id]))
}
output "d" {
  value = toset(sensitive(terraform_data.u.output))
}
output "e" {
  value = tomap(sensitive(terraform_data.u.output))
}
