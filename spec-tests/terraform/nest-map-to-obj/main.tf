variable "m" { type = map(string) }
module "a" {
  source = "./a"
  n      = var.m
}
