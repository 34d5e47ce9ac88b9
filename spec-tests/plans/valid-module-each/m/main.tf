variable "v" {
  validation {
    condition = var.v == "ok"
    error_message = "not ok: ${var.v}"
  }
}
output "v" { value = var.v }
