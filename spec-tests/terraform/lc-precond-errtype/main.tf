resource "terraform_data" "b" {}
resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition     = terraform_data.b.id != ""
      error_message = ["x"]
    }
  }
}
