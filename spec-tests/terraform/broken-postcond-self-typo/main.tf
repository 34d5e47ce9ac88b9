resource "terraform_data" "x" {
  input = 1
  lifecycle {
    postcondition {
      condition     = self.nope == 1
      error_message = "x"
    }
  }
}
