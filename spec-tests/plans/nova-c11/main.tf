provider "nova" { endpoint = "x" }
resource "nova_key" "k" {}
output "a" { value = nova_key.k.private }
output "b" { value = nova_key.k }
output "c" { value = [for x in [nova_key.k.private] : x] }
output "d" { value = length(nova_key.k.private) }
output "e" { value = { a = nova_key.k.id, b = nova_key.k.bits } }
