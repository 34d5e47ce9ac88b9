variable "a" {}
variable "a" {}
output "x" { value = nope.y }
