variable "s" {
  type    = string
  default = "x"
  ephemeral = true
}
output "o" { value = ephemeralasnull("x-${var.s}") }
module "m" {
  source = "./m"
  s = "x-${var.s}"
}
