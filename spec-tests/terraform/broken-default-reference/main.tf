variable "b" {}
variable "a" {
  default = var.b
}
