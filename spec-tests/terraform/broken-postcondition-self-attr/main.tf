resource "terraform_data" "a" {
  lifecycle {
    postcondition {
      condition     = self.nope != ""
      error_message = "a"
    }
  }
}
