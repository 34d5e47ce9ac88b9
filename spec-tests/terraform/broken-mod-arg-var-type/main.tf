variable "z" {
  type = list(string)
}
module "m" {
  source = "./m"
  n      = var.z
}
