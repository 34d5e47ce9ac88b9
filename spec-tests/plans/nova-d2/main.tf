resource "nova_key" "k" {}
locals { x = [nova_key.k.all] }
provider "nova" { endpoint = "x" }
output "i" { value = local.x[0]["y"] }
