provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope = "2"
}
resource "terraform_data" "d" {
  count = ephemeral.nova_tok.t.scope
}
