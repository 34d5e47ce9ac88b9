resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition     = self.id != ""
      error_message = "No."
    }
  }
}
