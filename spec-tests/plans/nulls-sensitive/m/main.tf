variable "list" { type = list(number) }
variable "tuple" { type = list(string) }
variable "object" { type = object({ a = string, b = number }) }
variable "map" { type = object({ a = string }) }
output "list" {
  value = var.list
  sensitive = true
}
output "tuple" {
  value = var.tuple
  sensitive = true
}
output "object" {
  value = var.object
  sensitive = true
}
output "map" {
  value = var.map
  sensitive = true
}
