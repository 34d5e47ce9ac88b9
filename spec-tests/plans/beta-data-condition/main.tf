data "beta_info" "i" {
  q = "x"
  lifecycle {
    postcondition {
      condition = self.q == "x"
      error_message = "no"
    }
    precondition {
      condition = path.root == "."
      error_message = "no"
    }
  }
}
