variable "a" {}
variable "b" { type = number }
output "x" { value = nope.y }
