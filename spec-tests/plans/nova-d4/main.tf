provider "nova" { endpoint = "x" }
variable "v" {
  default = "a"
  description = "d"
}
resource "nova_vm" "v" {
  name = "orig"
  cpu = 1
  nic { net = "a" }
  nic { net = "b" }
  tag { key = "x" }
  lifecycle {
    prevent_destroy = true
  }
}
module "m" {
  source = "./m"
  x = 1
}
output "o" { value = 1 }
locals {
  a = 1
  b = 2
}
