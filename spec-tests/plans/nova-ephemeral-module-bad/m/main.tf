ephemeral "nova_tok" "t" {
}
output "tok" {
  value     = ephemeral.nova_tok.t.value
  ephemeral = true
}
output "not" {
  value = ephemeral.nova_tok.t.value
}
