variable "v" { default = "b" }
resource "nova_vm" "v" {
  name = "over-${var.v}"
  nic { net = "c" }
  lifecycle { create_before_destroy = true }
}
module "m" { x = 2 }
output "o" {
  value = local.b
  description = "over"
}
locals { b = 3 }
