variable "v" {
  type = number
  validation {
    condition     = var.v < 50
    error_message = "big"
  }
}
output "v" {
  value = var.v
}
resource "acme_plain" "a" {
  v = var.v
}
