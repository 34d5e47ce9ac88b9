variable "req" {
  default = var.x
}
