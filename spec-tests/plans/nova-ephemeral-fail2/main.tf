provider "nova" {
  endpoint = "x"
}
ephemeral "nova_tok" "t" {
  scope = "s"
  lifecycle {
    postcondition {
      condition     = self.scope == "q"
      error_message = "no ${self.scope}"
    }
  }
}
ephemeral "nova_tok" "u" {
  scope = "s"
  lifecycle {
    precondition {
      condition     = ephemeral.nova_tok.v.scope == "zz"
      error_message = "no"
    }
  }
}
ephemeral "nova_tok" "v" {
  scope = "s"
}
