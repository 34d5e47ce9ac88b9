provider "nova" { endpoint = "x" }
resource "nova_vm" "v" {
  name = "x"
  dynamic "nic" {
    for_each = nova_key.k.id
    content { net = "a" }
  }
}
resource "nova_key" "k" {}
