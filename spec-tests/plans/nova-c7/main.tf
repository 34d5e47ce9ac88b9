provider "nova" { endpoint = "x" }
resource "nova_vm" "v" {
  count = 2
  name = "v${count.index}"
  fws = [for p in [80, 443] : { port = p + count.index, desc = p == 80 ? "http" : null }]
  vols = {
    root = { gb = 10 + count.index }
    (count.index == 0 ? "x" : "y") = { gb = 1 }
  }
  boot {
    img = "i"
    dynamic "part" {
      for_each = count.index == 0 ? ["a"] : []
      content { fs = part.value }
    }
    dynamic "enc" {
      for_each = count.index == 0 ? [] : [1]
      content { kms = "k" }
    }
  }
}
output "sum" { value = sum(flatten([for v in nova_vm.v : [for x in values(v.vols) : x.gb]])) }
output "enc" { value = [for v in nova_vm.v : try(v.boot.enc.kms, "none")] }
output "parts" { value = nova_vm.v[*].boot.part }
output "fws" { value = [for v in nova_vm.v : { for f in v.fws : f.port => f.desc }] }
output "vd" { value = { for k, v in nova_vm.v[0].vols : k => v.dev } }
