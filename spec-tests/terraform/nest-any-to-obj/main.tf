variable "m" { type = any }
module "a" {
  source = "./a"
  n      = var.m
}
