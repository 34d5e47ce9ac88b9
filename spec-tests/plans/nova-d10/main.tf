provider "nova" { endpoint = "x" }
module "m" {
  source = "./m"
  for_each = toset(["a", "b"])
  y = each.key
}
resource "nova_key" "k" {}
resource "nova_vm" "v" {
  name = nova_key.k.id
  lifecycle {
    precondition {
      condition = nova_key.k.bits != null
      error_message = "no bits in ${nova_key.k.id}"
    }
  }
}
resource "nova_vm" "w" {
  name = "x"
  cpu = length(keys({ a = 1 })[*]) + [1, 2][3]
}
output "o" { value = nova_vm.v.name }
output "p" {
  value = 1
  precondition {
    condition = nova_vm.w.cpu > 0
    error_message = "never"
  }
}
