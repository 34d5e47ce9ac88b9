provider "nova" { endpoint = "x" }
resource "nova_vm" "v" {
  name = "x"
  dynamic "boot" {
    for_each = [1, 2]
    content { img = "a" }
  }
}
resource "nova_vm" "w" {
  name = "x"
  dynamic "prov" {
    for_each = ["a", "b"]
    labels = ["same"]
    content {}
  }
}
resource "nova_vm" "x" {
  name = "x"
  dynamic "nic" {
    for_each = range(5)
    content { net = nic.value }
  }
}
resource "nova_vm" "y" {
  name = "x"
  dynamic "nic" {
    for_each = var.n
    content { net = nic.value }
  }
}
variable "n" { default = null }
