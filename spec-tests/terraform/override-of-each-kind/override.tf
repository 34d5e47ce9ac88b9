variable "a" {
  default = 3
}
locals { x = 2 }
resource "terraform_data" "r" {
  lifecycle {
    prevent_destroy = true
  }
  provisioner "local-exec" {
    command = "y"
  }
}
module "m" {
  v = 1
}
output "o" {
  sensitive = true
}
terraform {
  backend "local" {
    path = "b"
  }
}
