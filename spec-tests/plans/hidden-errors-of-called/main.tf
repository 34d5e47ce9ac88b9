variable "v" {
  default = upper("a")
}
module "m" {
  source = "./m"
}
