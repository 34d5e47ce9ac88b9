resource "terraform_data" "a" {}
resource "terraform_data" "b" {
  count = 2
  lifecycle {
    precondition {
      condition = terraform_data.a.id != ""
      error_message = "e"
    }
    precondition {
      condition = count.index >= 0
      error_message = "e"
    }
  }
}
