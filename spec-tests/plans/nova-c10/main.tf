provider "nova" { endpoint = "x" }
resource "nova_key" "k" {}
output "a" { value = nova_key.k.bits.x }
output "b" { value = nova_key.k.all.x }
output "c" { value = nova_key.k.byname[0].x }
output "d" { value = nova_key.k.meta.z }
output "e" { value = nova_key.k["id"] }
output "f" { value = nova_key.k[0] }
output "g" { value = nova_key.k.count }
output "h" { value = nova_key.k.all["x"] }
output "i" { value = [nova_key.k.all][0]["y"] }
locals { l = nova_key.k.wrong }
output "j" { value = local.l }
