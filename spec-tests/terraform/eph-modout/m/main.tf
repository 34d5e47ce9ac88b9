variable "e" {
  ephemeral = true
  default   = "x"
}
output "x" {
  value     = var.e
  ephemeral = true
}
