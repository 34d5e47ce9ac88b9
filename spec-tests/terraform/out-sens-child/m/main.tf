variable "e" {
  sensitive = true
  default   = "x"
}
output "x" {
  value     = var.e
  sensitive = true
}
