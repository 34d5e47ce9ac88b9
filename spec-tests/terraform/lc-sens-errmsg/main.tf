variable "s" {
  sensitive = true
}
resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition     = var.s != ""
      error_message = "No ${var.s}."
    }
  }
}
