variable "x" { type = strin }
variable "y" { type = list }
variable "z" { type = object({ a = optional(string, 1, 2) }) }
output "o" {}
