variable "v" {
  ephemeral = true
  default = 1
}
resource "terraform_data" "x" {
  lifecycle {
    precondition {
      condition = var.v == 1
      error_message = "a"
    }
  }
}
