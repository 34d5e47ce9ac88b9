variable "x" {
  type = string
}
output "o" {
  value = var.x.foo
}
output "p" {
  value = var.x[0]
}
output "q" {
  value = [for a in var.x : a]
}
output "r" {
  value = length(var.x) + upper(var.x)
}
output "s" {
  value = keys(var.x)
}
