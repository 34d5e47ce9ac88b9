provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope = "s"
  lifecycle {
    postcondition {
      condition     = self.scope == "q"
      error_message = "n"
    }
  }
}
resource "nova_key" "k" {
  bits = "x"
}
