variable "name" {
}
output "name" {
  value = var.name
}
output "other" {
  value = 1
}
