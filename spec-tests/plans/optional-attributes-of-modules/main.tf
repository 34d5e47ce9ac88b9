variable "a" {
  type = object({
    l = optional(list(object({ x = optional(string, "lx"), y = optional(number) })), [{ x = "d" }, {}])
    m = optional(map(object({ z = optional(bool, true) })), { k = {} })
    t = optional(tuple([string, number]))
    s = optional(set(object({ q = optional(string, "qq") })), [{}, { q = "z" }])
    o = optional(object({ p = optional(object({ r = optional(string, "rr") }), {}) }), {})
    n = optional(any)
    v = optional(string)
  })
  default = {}
}
variable "b" {
  type = map(object({ a = optional(list(string), []), b = optional(string, null) }))
  default = { x = { a = null }, y = { b = "b", extra = 1 } }
}
variable "c" {
  type = list(object({ a = string, b = optional(any, { z = 1 }) }))
  default = [{ a = 1 }, { a = true, b = { z = 3 } }]
}
module "m" {
  source = "./m"
  in     = { k = { id = terraform_data.x.id }, l = { id = "l", opt = terraform_data.x.output } }
  dyn    = terraform_data.x.output
}
resource "terraform_data" "x" {
  input = { opt = "1" }
}
output "a" {
  value = var.a
}
output "b" {
  value = var.b
}
output "c" {
  value = var.c
}
output "m" {
  value = module.m.all
}
