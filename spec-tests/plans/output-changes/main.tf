variable "sec" {
  default = "same"
  sensitive = true
}
resource "terraform_data" "a" {
  input = "2"
}
resource "terraform_data" "new" {
  input = 1
}
output "same" {
  value = { a = [1, 2], b = null }
}
output "type" {
  value = tolist(["1"])
}
output "to_null" {
  value = null
}
output "from_null" {
  value = "x"
}
output "now_sens" {
  value     = "x"
  sensitive = true
}
output "no_sens" {
  value = "x"
}
output "sens_same" {
  value = var.sec
  sensitive = true
}
output "sens_change" {
  value = "y"
  sensitive = true
}
output "unknown" {
  value = terraform_data.new.id
}
output "part" {
  value = { a = "x", b = terraform_data.a.output, c = terraform_data.a.id }
}
output "sens_unknown" {
  value = terraform_data.new.id
  sensitive = true
}
output "added" {
  value = 1
}
output "num" {
  value = 10
}
output "set" {
  value = toset(["b", "a"])
}
output "whole" {
  value = terraform_data.a
}
