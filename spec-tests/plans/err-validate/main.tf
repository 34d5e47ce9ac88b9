variable "t" {
  type    = number
  default = "x"
}
variable "u" {
  type = list(strin)
}
resource "terraform_data" "a" {
  inputs = 1
  input  = local.nope
}
resource "terraform_data" "a2" {
  count    = 1
  for_each = {}
}
resource "nope_thing" "x" {
}
output "x" {
  values = 1
}
output "y" {
}
module "m" {
  source = "./m"
  zzz    = 1
}
locals {
  self = local.self
}
check "empty" {
}
