resource "terraform_data" "a" {
  input = 5
  lifecycle {
    precondition {
      condition     = terraform_data.b.input + 1 == 2
      error_message = "No ${"way"}."
    }
    postcondition {
      condition     = self.input > 1
      error_message = "Too small."
    }
  }
}
resource "terraform_data" "b" {
  input = 1
}
