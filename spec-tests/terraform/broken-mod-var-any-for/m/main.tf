variable "l" {
  type = list(object({ n = string, o = optional(number) }))
}
output "o" {
  value = var.l[0].p
}
