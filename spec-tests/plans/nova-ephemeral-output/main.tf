provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope = "x"
}
output "a" {
  value = ephemeral.nova_tok.t.scope
}
output "b" {
  value     = ephemeral.nova_tok.t
  sensitive = true
}
