resource "terraform_data" "a" {
  count = 3
  input = { i = count.index, prev = count.index > 0 ? "p" : null }
}
locals {
  by = { for r in terraform_data.a : r.input.i => r.id }
  g = { for r in terraform_data.a : r.input.i > 0 ? "x" : "y" => r.input.i... }
}
output "by" { value = local.by }
output "g" { value = local.g }
output "f" { value = [for r in terraform_data.a : r.id if r.input.prev == "p"] }
