provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope    = "a"
}
resource "terraform_data" "y" {
  input    = "${ephemeral.nova_tok.t.scope}x"
}
output "ok" {
  value = ephemeral.nova_tok.t.scope
}
output "ok2" {
  value = upper(ephemeral.nova_tok.t.scope)
}
