provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "v" {
  scope = "s"
}
data "nova_img" "i" {
  name = ephemeral.nova_tok.v.scope
}
