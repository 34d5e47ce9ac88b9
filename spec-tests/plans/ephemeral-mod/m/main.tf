variable "tok" {
  type = string
  ephemeral = true
}
output "o" {
  value = var.tok
  ephemeral = true
}
