variable "s" {
  type = map(string)
  sensitive = true
  default = { a = "1", b = "2" }
}
locals {
  ks = keys(var.s)
  c = length(var.s)
  pub = nonsensitive(keys(var.s))
}
resource "terraform_data" "a" {
  for_each = toset(local.pub)
  input = { k = each.key, v = var.s[each.key] }
}
resource "terraform_data" "b" { input = local.c }
resource "terraform_data" "c" { input = [for k, v in var.s : k] }
resource "terraform_data" "d" { input = { for k, v in var.s : k => v } }
resource "terraform_data" "e" { input = "${local.c} things" }
resource "terraform_data" "f" { input = [terraform_data.a["a"].input.v, terraform_data.a["a"].output] }
output "x" {
  value = { for k, r in terraform_data.a : k => r.input }
  sensitive = true
}
