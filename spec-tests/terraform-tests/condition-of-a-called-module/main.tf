variable "n" {
  default = 1
}
module "m" {
  source = "./m"
  n      = var.n
}
