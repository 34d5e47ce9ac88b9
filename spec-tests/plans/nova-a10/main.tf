provider "nova" { endpoint = "e" }
resource "nova_vm" "v" {
  name = "x"
  net = null
  vols = null
  fws = []
  ports = null
  limits = null
  groups = null
  sched { pre = null }
  boot {
    img = null
    gb = null
  }
  flag = null
}
resource "nova_vm" "w" {
  name = "w"
  limits = { cpu = null, mem = null, opts = null }
  net = { ifs = null }
  vols = {}
  fws = [{ port = null }]
  ports = [null]
  labels = { a = null }
}
output "a" { value = nova_vm.v.sched.pre }
output "b" { value = nova_vm.w.limits }
output "c" { value = nova_vm.w.labels }
