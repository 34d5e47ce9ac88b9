variable "v" {
  default = "c"
}
module "c" {
  source = "./${var.v}"
}
