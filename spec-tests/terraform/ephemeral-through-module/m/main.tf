variable "s" {
  ephemeral = true
}
output "s" {
  value = var.s
  ephemeral = true
}
