variable "n" { type = number }
output "n" { value = var.n }
resource "terraform_data" "x" { input = var.n }
