removed {
  from = terraform_data.a
  lifecycle { destroy = false }
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
