resource "terraform_data" "a" {
  input = 4
  lifecycle {
    postcondition {
      condition = self.input == 5
      error_message = "x"
    }
  }
}
