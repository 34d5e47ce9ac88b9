resource "terraform_data" "u" {
  input = "x"
}
output "a" {
  value = {for i in [terraform_data.u.id] : i => 1}
}
output "b" {
  value = {for k in ["a"] : k => terraform_data.u.id if terraform_data.u.id != "q"}
}
output "c" {
  value = [for k in ["a"] : k if terraform_data.u.id != "q"]
}
output "d" {
  value = toset([for k in ["a"] : terraform_data.u.id])
}
output "e" {
  value = 1
}
