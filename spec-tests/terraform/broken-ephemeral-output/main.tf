variable "a" {
  ephemeral = true
}
output "a" {
  value = var.a
}
