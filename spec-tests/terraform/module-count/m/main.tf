variable "i" {}
output "out" {
  value = "i${var.i}"
}
