variable "t" { default = "a" }
locals {
  a = templatestring("${var.t}-x", { name = "x" })
}
