variable "a" {
  type = number
}
locals { x = 1 }
resource "terraform_data" "r" {
  input = 1
  lifecycle {
    create_before_destroy = false
  }
  provisioner "local-exec" {
    command = "x"
  }
}
module "m" {
  source = "./m"
  v      = 0
}
output "o" { value = 1 }
terraform {
  backend "local" {
    path = "a"
  }
}
