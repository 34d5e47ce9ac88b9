resource "terraform_data" "a" {
  lifecycle { prevent_destroy = true }
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
  lifecycle {
    precondition {
      condition = terraform_data.a.id == "q"
      error_message = "no"
    }
  }
}
resource "terraform_data" "c" {
  lifecycle {
    precondition {
      condition = path.root == "q"
      error_message = "no"
    }
  }
}
