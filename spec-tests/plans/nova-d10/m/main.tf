variable "y" {
  validation {
    condition = var.y == "b"
    error_message = "no"
  }
}
resource "nova_key" "k" {
  bits = length(var.y)
  lifecycle {
    postcondition {
      condition = self.bits > 1
      error_message = "post"
    }
  }
}
