variable "m" { type = list(string) }
module "a" {
  source = "./a"
  n      = var.m
}
