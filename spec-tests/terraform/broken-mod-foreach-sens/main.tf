variable "s" {
  type      = map(string)
  sensitive = true
}
module "m" {
  source   = "./m"
  for_each = var.s
}
