provider "nova" { endpoint = "x" }
locals {
  cfg = yamldecode(file("${path.module}/c.yaml"))
  vms = { for v in local.cfg.vms : v.name => v }
  flat = merge([for n, v in local.vms : { for d in try(v.disks, []) : "${n}/${d.name}" => merge(d, { vm = n }) }]...)
}
resource "nova_vm" "v" {
  for_each = local.vms
  name = each.key
  cpu = lookup(each.value, "cpu", null)
  labels = try(each.value.labels, null)
  vols = { for d in try(each.value.disks, []) : d.name => { gb = d.gb } }
  flag = can(each.value.flag) ? each.value.flag : false
}
resource "nova_key" "k" {
  for_each = local.flat
  bits = each.value.gb
}
output "flat" { value = local.flat }
output "names" { value = { for k, v in nova_vm.v : k => v.vols } }
output "grp" { value = { for k, v in local.flat : v.vm => k... } }
