resource "terraform_data" "o" {
  input = { a = 1, b = { c = "x" } }
}
locals {
  k = "zzz"
}
output "a" {
  value = terraform_data.o.output["zzz"]
}
output "b" {
  value = terraform_data.o.output[local.k]
}
output "c" {
  value = terraform_data.o.output["b"]["q"]
}
output "d" {
  value = terraform_data.o.output["b"].c
}
output "e" {
  value = can(terraform_data.o.output["zzz"])
}
output "f" {
  value = try(terraform_data.o.output["zzz"], "none")
}
output "g" {
  value = terraform_data.o.output[0]
}
output "h" {
  value = terraform_data.o.output["a"] == null
}
