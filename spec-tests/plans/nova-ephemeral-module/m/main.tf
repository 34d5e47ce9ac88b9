variable "scope" {
}
ephemeral "nova_tok" "t" {
  scope = var.scope
}
output "tok" {
  value     = ephemeral.nova_tok.t.value
  ephemeral = true
}
output "known" {
  value = var.scope
}
