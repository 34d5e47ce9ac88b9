provider "nova" { endpoint = "x" }
variable "s" {
  sensitive = true
  default = { a = "x", b = ["y"] }
}
variable "w" {
  ephemeral = true
  default = "w"
}
resource "nova_vm" "v" {
  name = var.s.a
  labels = { (var.s.a) = "l", k = var.s.b[0] }
  groups = [for b in var.s.b : upper(b)]
  annotations = { x = var.s.b }
  limits = { cpu = 1, mem = var.s.a, opts = {} }
  net = { ifs = [{ ip = var.s.a }], dns = var.s.b }
  vols = { for k in ["q"] : k => { gb = length(var.s.b) } }
  fws = [{ port = length(var.s.a) }]
  pw = var.w
  pw_v = 1
  tag {
    key = var.s.a
  }
  dynamic "nic" {
    for_each = var.s.b
    content { net = "n" }
  }
  boot { img = var.s.a }
}
output "n" {
  value = nova_vm.v.name
  sensitive = true
}
output "l" { value = nonsensitive(nova_vm.v.labels["k"]) }
output "c" { value = nova_vm.v.limits.cpu }
output "f" {
  value = nova_vm.v.fws
  sensitive = true
}
