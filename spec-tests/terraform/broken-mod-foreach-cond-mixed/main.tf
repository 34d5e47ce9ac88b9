variable "b" { type = bool }
module "m" {
  source   = "./m"
  for_each = var.b ? toset(["a"]) : {}
}
