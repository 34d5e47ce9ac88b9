variable "name" {}
resource "nova_key" "k" { bits = length(var.name) }
output "id" { value = nova_key.k.id }
output "name" { value = var.name }
