variable "w" {
  type = object({ a = optional(string, null), b = optional(object({ c = optional(number, "5") }), {}) })
  default = {}
}
output "o" { value = var.w.b.c + 1 }
