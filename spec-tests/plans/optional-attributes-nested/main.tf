variable "x" {
  type = object({
    a = optional(string, "da")
    b = optional(object({
      c = optional(number, 3)
      d = optional(list(object({ e = string, f = optional(bool, true) })), [])
    }), {})
    g = optional(map(object({ h = optional(string) })))
    s = optional(set(string), ["z", "y"])
  })
  default = { b = { d = [{ e = "1" }, { e = "2", f = false }] } }
}
variable "y" {
  type    = map(object({ n = optional(number), t = optional(tuple([string, number]), ["q", 2]) }))
  default = { k = {}, l = { n = "4", t = [1, "3"] } }
}
variable "z" {
  type     = list(object({ a = optional(string, "d") }))
  nullable = false
  default  = [{ a = null }, {}]
}
variable "any" {
  type    = any
  default = { a = [1, "b"], c = null }
}
variable "ml" {
  type    = map(any)
  default = { a = 1, b = "x" }
}
variable "os" {
  type      = object({ a = string, b = optional(string, "s") })
  sensitive = true
  default   = { a = "1" }
}
resource "terraform_data" "a" {
  input            = var.x
  triggers_replace = var.z
}
resource "terraform_data" "b" {
  for_each = var.y
  input    = each.value.t
}
resource "terraform_data" "c" {
  for_each         = nonsensitive(toset([var.os.a, var.os.b]))
  input            = var.os.b
  triggers_replace = [var.os, 1]
}
output "x" {
  value = var.x
}
output "y" {
  value = var.y
}
output "z" {
  value = var.z
}
output "any" {
  value = var.any
}
output "ml" {
  value = var.ml
}
output "os" {
  value     = var.os
  sensitive = true
}
output "c" {
  value     = terraform_data.c
  sensitive = true
}
output "b" {
  value = { for k, v in terraform_data.b : k => v.input }
}
output "bo" {
  value = { for k, v in terraform_data.b : k => v.output }
}
