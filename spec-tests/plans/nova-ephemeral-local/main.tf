provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope = nova_key.k.bits
}
resource "nova_key" "k" {
  bits = 5
}
locals {
  a = "${ephemeral.nova_tok.t.value}-x"
  b = { k = local.a, l = nova_key.k.bits }
}
resource "nova_key" "l" {
  bits = local.b.l
}
resource "nova_vm" "v" {
  name = "v"
  pw   = local.a
  pw_v = local.b.l
  boot {
    img = "i"
  }
  lifecycle {
    precondition {
      condition     = local.a != null
      error_message = "n"
    }
  }
}
