variable "n" { type = number }
variable "key" {
  type = object({ id = string, meta = optional(object({ a = string, l = list(string), z = optional(string, "zz") })), nope = optional(number, 4), all = list(string) })
}
resource "nova_vm" "v" {
  count = var.n
  name = "${var.key.id}-${count.index}"
  cpu = var.key.nope
  labels = { z = var.key.meta.z, a = var.key.meta.a }
  groups = var.key.all
}
output "vm" { value = nova_vm.v[0] }
output "id" { value = nova_vm.v[*].id }
output "n" { value = length(nova_vm.v) }
output "k" { value = var.key }
