provider "nova" {
  alias    = "a"
  endpoint = "x"
}
provider "nova" {
  endpoint = ephemeral.nova_tok.t.value
}
ephemeral "nova_tok" "t" {
  provider = nova.a
  scope    = "q"
}
resource "nova_key" "k" {
}
output "k" {
  value = nova_key.k.id
}
