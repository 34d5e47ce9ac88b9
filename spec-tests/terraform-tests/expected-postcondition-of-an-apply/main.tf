resource "terraform_data" "a" {
  input = 1
  lifecycle {
    postcondition {
      condition     = self.output == 2
      error_message = "Not two."
    }
  }
}
