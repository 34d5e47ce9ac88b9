variable "p" {
  default   = "x"
  sensitive = true
}
locals {
  open   = nonsensitive(var.p)
  length = nonsensitive(length(var.p))
}
output "o" {
  value     = "a${var.p}"
  sensitive = true
}
