variable "w" {
  type = object({ a = any, b = optional(any), c = optional(any, { x = 1 }) })
  default = { a = { foo = 1 }, b = { bar = 2 } }
}
output "o" { value = [var.w.a.foo, var.w.b.bar, var.w.c.x] }
