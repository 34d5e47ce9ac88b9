locals {
  a = 1
  b = local.a + 1
  c = [local.a, local.b]
  d = { for i, x in local.c : "k${i}" => x }
}
resource "terraform_data" "a" {
  input = local.d
}
output "d" {
  value = local.d
}
