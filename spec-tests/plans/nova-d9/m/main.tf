variable "y" { type = number }
variable "req" {}
