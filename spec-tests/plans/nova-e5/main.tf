provider "nova" { endpoint = "x" }
resource "nova_key" "k" {}
output "a" { value = nova_key.k.all.x }
output "i" { value = [for x in nova_key.k : x]["y"] }
output "j" { value = [1][0]["y"] }
output "k" { value = nova_key.k.nope }
