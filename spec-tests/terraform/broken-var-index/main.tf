variable "v" {
}
output "a" {
  value = var["v"]
}
