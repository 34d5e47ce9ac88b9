resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition     = terraform_data.a.id != ""
      error_message = "a"
    }
  }
}
