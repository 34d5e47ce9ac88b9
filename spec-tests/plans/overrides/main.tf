variable "a" {
  type = string
  default = "x"
}
resource "terraform_data" "a" {
  input = "base"
  triggers_replace = 1
  lifecycle {
    precondition {
      condition = true
      error_message = "m"
    }
  }
}
output "o" { value = var.a }
module "m" {
  source = "./m"
  x = 1
}
locals {
  l = 1
  k = 2
}
output "l" { value = [local.l, local.k] }
