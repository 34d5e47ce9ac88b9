variable "a" {
  sensitive = var.b
}
