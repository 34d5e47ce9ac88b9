variable "v" { ephemeral = true }
output "a" {
  value = var.v
  ephemeral = true
}
output "c" {
  value = var.v
}
