variable "a" { type = number }
