provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope = "x"
}
resource "nova_vm" "v" {
  name = ephemeral.nova_tok.t.scope
  boot {
    img = "i"
  }
}
resource "nova_vm" "w" {
  name = "w"
  boot {
    img = ephemeral.nova_tok.t.value
  }
}
resource "terraform_data" "d" {
  input = { a = ephemeral.nova_tok.t.value }
}
