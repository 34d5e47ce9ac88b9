variable "x" {}
resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition     = var.x == 1
      error_message = 5
    }
  }
}
