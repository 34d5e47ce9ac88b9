provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  for_each = { a = "1", b = terraform_data.x.id }
  scope    = each.value
}
ephemeral "nova_tok" "c" {
  count = 2
  scope = "x"
}
resource "terraform_data" "x" {
}
output "keys" {
  value = keys(ephemeral.nova_tok.t)
}
output "keys2" {
  value = [for k, v in ephemeral.nova_tok.t : k]
}
output "len" {
  value = length(ephemeral.nova_tok.c)
}
locals {
  ks = keys(ephemeral.nova_tok.t)
}
resource "terraform_data" "y" {
  for_each = toset(local.ks)
  input    = each.key
}
