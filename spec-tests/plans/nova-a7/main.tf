provider "nova" {}
resource "nova_vm" "v" {
  name = "x"
  nic {}
  boot {}
  tag {}
}
