variable "o" {
  type = object({
    name  = string
    port  = optional(number, 80)
    tags  = optional(map(string))
    inner = optional(object({ on = optional(bool, true) }), {})
  })
  default = { name = "web" }
}
locals {
  o = var.o
}
