variable "e" {
  ephemeral = true
  default   = "x"
}
resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition     = var.e == "x"
      error_message = "No ${var.e}."
    }
  }
}
