variable "v" {
  default   = "x"
  sensitive = true
}
output "o" {
  value     = var.v
  sensitive = true
}
