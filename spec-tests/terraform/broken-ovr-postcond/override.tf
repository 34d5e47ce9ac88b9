resource "terraform_data" "a" {
  lifecycle {
    postcondition {
      condition     = self.id != ""
      error_message = "No."
    }
  }
}
