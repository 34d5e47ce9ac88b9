variable "a" { type = number }
variable "b" {}
