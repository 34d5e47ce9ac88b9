provider "nova" { endpoint = "x" }
resource "nova_vm" "v" {
  name = "x"
  dynamic "nic" {
    for_each = "str"
    content { net = "a" }
  }
  dynamic "tag" {
    for_each = null
    content { value = "x" }
  }
  dynamic "prov" {
    for_each = 5
    labels = ["x"]
    content { }
  }
}
