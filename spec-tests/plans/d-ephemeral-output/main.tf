variable "e" {
  ephemeral = true
  default = "x"
}
output "o" {
  value = var.e
  ephemeral = true
}
