provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope    = "a"
}
resource "terraform_data" "y" {
  input    = ephemeral.nova_tok.t.scope
}
output "ok" {
  value = upper(ephemeral.nova_tok.t.scope)
}
