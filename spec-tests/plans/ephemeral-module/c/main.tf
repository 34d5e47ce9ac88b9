variable "e" {
  ephemeral = true
}
output "z" {
  value = var.e
  ephemeral = true
}
