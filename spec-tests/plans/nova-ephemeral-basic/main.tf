provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope = "x"
}
ephemeral "nova_tok" "u" {
  count = 2
  scope = nova_key.k.id
}
resource "nova_key" "k" {
  bits = 2
}
resource "nova_vm" "v" {
  name = "v"
  pw   = ephemeral.nova_tok.t.value
  pw_v = 1
  boot {
    img = "i"
  }
}
output "k" {
  value = ephemeralasnull(ephemeral.nova_tok.t.value)
}
output "s" {
  value = ephemeralasnull(ephemeral.nova_tok.t)
}
output "u" {
  value = ephemeralasnull(ephemeral.nova_tok.u)
}
check "c" {
  assert {
    condition     = ephemeral.nova_tok.t.scope == "x"
    error_message = "n"
  }
}
