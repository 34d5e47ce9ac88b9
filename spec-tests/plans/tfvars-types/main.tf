variable "cfg" {
  type = any
  default = { a = [1, { b = "c" }], d = null, e = { f = true } }
}
variable "tup" { type = tuple([string, bool, list(number)]) }
variable "obj" {
  type = object({ x = number, y = optional(any), z = optional(map(object({ q = optional(string, "Q") })), { k = {} }) })
}
variable "ml" { type = map(list(string)) }
variable "sn" { type = set(number) }
output "cfg" { value = var.cfg }
output "t" { value = var.cfg.a[1].b }
output "tup" { value = var.tup }
output "obj" { value = var.obj }
output "ml" { value = var.ml }
output "sn" { value = var.sn }
output "enc" { value = jsonencode(var.obj) }
