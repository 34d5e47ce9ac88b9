variable "t" {
  default = "x $${a}"
}
output "o" {
  value = templatestring(var.t, { a = 1 })
}
output "p" {
  value = templatestring("literal", {})
}
