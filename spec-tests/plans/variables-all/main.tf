variable "a" {
  type = object({
    s = string
    n = optional(number, 5)
    l = optional(list(object({ x = optional(bool, true), y = string })), [{ y = "d" }])
    m = optional(map(any))
    t = optional(tuple([string, number]), ["a", 1])
    st = optional(set(string), ["z", "a"])
  })
  default = { s = "x", m = { a = 1, b = "2" } }
}
variable "b" {
  type     = list(number)
  nullable = false
  default  = ["1", 2]
}
variable "c" {
  type    = any
  default = [1, "a", { b = null }]
}
variable "d" {
  type      = string
  default   = "e"
  ephemeral = true
}
variable "e" {
  type      = set(object({ a = string, b = optional(number) }))
  default   = [{ a = "1" }, { a = 2, b = "3" }]
  sensitive = true
}
variable "f" {
  type    = map(list(string))
  default = { b = ["1"], a = [true] }
}
variable "g" {
  default = null
}
variable "h" {
  type    = string
  default = 12.50
}
variable "i" {
  type = number
}
variable "j" {
  type = any
}
variable "k" {
  type     = string
  nullable = false
  default  = "dflt"
}
variable "unused" {
  type = bool
  default = "true"
}
locals {
  from_eph = "${var.d}-x"
}
resource "terraform_data" "r" {
  input = [var.a, var.b, var.c, var.f, var.g, var.h, var.i, var.j, var.k]
}
resource "terraform_data" "s" {
  input = var.e
}
output "a" {
  value = var.a
}
output "l" {
  value = var.a.l[*].x
}
output "e" {
  value     = [for x in var.e : x.b]
  sensitive = true
}
output "eph" {
  value = ephemeralasnull(local.from_eph)
}
output "i" {
  value = var.i * 2
}
output "k" {
  value = var.k
}
