provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "u" {
  count = 2
}
output "len" {
  value = length(ephemeral.nova_tok.u)
}
output "for" {
  value = [for t in ephemeral.nova_tok.u : t.value]
}
output "splat" {
  value = ephemeral.nova_tok.u[*].value
}
output "str" {
  value = "${ephemeral.nova_tok.u[0].value}"
}
