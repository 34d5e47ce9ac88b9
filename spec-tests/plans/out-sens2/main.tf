variable "s" {
  sensitive = true
  default = "x"
}
output "a" {
  value = [var.s, "b"]
  sensitive = true
}
output "b" { value = nonsensitive(length(var.s)) }
output "c" {
  value = sensitive(toset(["b", "a"]))
  sensitive = true
}
output "d" { value = issensitive(var.s) }
