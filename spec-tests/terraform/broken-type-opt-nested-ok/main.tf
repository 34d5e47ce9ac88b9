variable "x" {
  type = object({
    a = string
    b = optional(object({
      c = optional(number, 3)
      d = optional(list(string), [])
    }), {})
    e = optional(map(object({ f = optional(bool) })))
  })
  default = {
    a = "x"
  }
}
output "o" {
  value = var.x.b.c + length(var.x.b.d)
}
output "p" {
  value = var.x.e["k"].f
}
output "q" {
  value = var.x.e["k"].g
}
