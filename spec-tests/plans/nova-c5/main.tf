provider "nova" { endpoint = "x" }
variable "a" {
  type = list(object({ n = string, c = optional(number), t = optional(map(string), {}), s = optional(set(string)), d = optional(object({ x = optional(bool, true), y = optional(list(any)) }), {}) }))
  default = [{ n = "1" }, { n = "2", c = "3", t = { a = true }, s = ["b", "a", "b"], d = { y = [1, "2"] } }]
  validation {
    condition = alltrue([for x in var.a : length(x.n) > 0])
    error_message = "n"
  }
  validation {
    condition = !contains(var.a[*].n, "zz")
    error_message = "zz ${length(var.a)}"
  }
}
variable "b" {
  type = tuple([string, number, bool])
  default = ["1", 2, "true"]
}
variable "c" {
  type = any
  default = [1, "a", null]
}
variable "d" {
  type = map(any)
  default = { a = 1, b = "x" }
}
variable "e" {
  type = set(number)
  default = [3, 1, 2, 1]
  nullable = false
}
variable "f" {
  type = object({})
  default = { x = 1 }
}
resource "nova_vm" "v" {
  for_each = { for x in var.a : x.n => x }
  name = each.value.n
  cpu = each.value.c
  labels = each.value.t
  groups = each.value.s
  flag = each.value.d.x
}
output "all" { value = [var.a, var.b, var.c, var.d, var.e, var.f] }
output "types" { value = { a = tostring(var.b[0]), e = tolist(var.e)[0], s = sum(var.e) } }
