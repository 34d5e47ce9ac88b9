variable "in" {}
resource "terraform_data" "h" { input = var.in }
output "out" { value = terraform_data.h.output }
