variable "v" {
  ephemeral = true
  default = 1
}
output "o" {
  value = var.v
}
