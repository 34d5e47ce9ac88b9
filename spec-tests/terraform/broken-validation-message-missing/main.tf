variable "a" {
  validation {
    condition = var.a == 1
  }
}
