resource "nova_key" "in" { count = 2 }
output "id" { value = nova_key.in[*].id }
