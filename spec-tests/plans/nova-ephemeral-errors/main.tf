provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope = [1]
}
ephemeral "nova_tok" "u" {
  bogus = 1
}
ephemeral "nova_nope" "v" {
}
resource "terraform_data" "x" {
  input = ephemeral.nova_tok.missing.value
}
