provider "nova" { endpoint = "x" }
resource "nova_vm" "v" {
  name = "x"
  dynamic "nic" {
    for_each = nova_key.k.id
    content { net = "a" }
  }
  dynamic "tag" {
    for_each = [1]
    content { value = "x" }
  }
}
resource "nova_key" "k" {}
