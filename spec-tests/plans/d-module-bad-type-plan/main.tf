variable "v" {
  default = "abc"
}
module "c" {
  source = "./c"
  x = var.v
}
