variable "a" {}
locals { x = var.a }
variable "b" {
  validation {
    condition = local.x != var.b
    error_message = local.y
  }
}
