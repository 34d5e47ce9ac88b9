variable "i" {}
variable "j" {}
output "o" { value = "${var.i[0]}${terraform_data.x.output}" }
resource "terraform_data" "x" { input = var.j }
