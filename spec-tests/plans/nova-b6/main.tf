resource "nova_vm" "v" {
  name = "x"
}
output "a" { value = try(nova_vm.v.nope, 1) }
output "b" { value = try(nova_vm.v.net.nope, 1) }
output "c" { value = try(nova_vm.v.boot.nope, 1) }
output "d" { value = try(nova_vm.v.nic[0].nope, 1) }
output "e" { value = try(nova_vm.v.nic.nope, 1) }
output "f" { value = try(nova_vm.v.vols["a"].nope, 1) }
output "g" { value = try(nova_vm.v.limits.nope, 1) }
output "h" { value = try(nova_vm.v.addr.nope, 1) }
output "i" { value = try(nova_vm.v.name.nope, 1) }
output "j" { value = try(nova_vm.v.prov.x.nope, 1) }
provider "nova" { endpoint = "x" }
