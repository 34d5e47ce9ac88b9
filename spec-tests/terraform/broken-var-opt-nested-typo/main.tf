variable "a" {
  type = list(object({ b = optional(object({ c = string })) }))
}
output "o" {
  value = var.a[0].b.d
}
output "p" {
  value = [for x in var.a : x.z]
}
output "q" {
  value = var.a[*].bb
}
