provider "nova" { endpoint = "x" }
resource "nova_key" "k" {}
output "i" { value = [nova_key.k.all][0]["y"] }
output "j" { value = nova_key.k.nope }
