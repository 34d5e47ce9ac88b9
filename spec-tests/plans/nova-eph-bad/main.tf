provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope    = "a"
}
ephemeral "nova_tok" "c" {
  count = 2
  scope = "x"
}
resource "terraform_data" "y" {
  input    = keys(ephemeral.nova_tok.t)
}
resource "terraform_data" "z" {
  input    = upper(ephemeral.nova_tok.c[0].scope)
}
output "len" {
  value = upper(ephemeral.nova_tok.t.scope)
}
