variable "s" {}
variable "p" { type = map(object({ b = string, c = string, d = optional(number, 3) })) }
resource "nova_vm" "w" {
  for_each = var.p
  name = each.value.b
  labels = { c = each.value.c, d = each.value.d, k = each.key }
  cpu = var.s.b
}
output "o" {
  value = { for k, v in nova_vm.w : k => v.labels }
}
output "p" {
  value = var.p
  sensitive = true
}
