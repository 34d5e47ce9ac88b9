moved {
  from = terraform_data.a
  to = terraform_data.c
}
resource "terraform_data" "a" {}
resource "terraform_data" "b" {
  lifecycle {
    precondition {
      condition = length(path.root) > 5
      error_message = "no"
    }
  }
}
