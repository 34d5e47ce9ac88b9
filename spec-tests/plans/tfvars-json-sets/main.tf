variable "a" {
  type = set(object({ x = number, y = optional(string) }))
}
output "b" { value = var.a }
output "c" { value = [for x in var.a : x.x] }
