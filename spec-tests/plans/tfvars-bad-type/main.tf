variable "n" { type = number }
variable "m" { type = object({ a = list(number) }) }
