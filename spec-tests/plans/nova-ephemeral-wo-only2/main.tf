provider "nova" {
  endpoint = "x"
}
variable "e" {
  ephemeral = true
  default   = "q"
}
resource "nova_vm" "a" {
  name = "a"
  pw   = nova_key.k.private
  boot {
    img = "i"
  }
}
resource "nova_vm" "b" {
  name = "b"
  pw   = var.e
  boot {
    img = "i"
  }
}
resource "nova_vm" "c" {
  name = nova_vm.b.pw == null ? "null" : "set"
  boot {
    img = "i"
  }
}
resource "nova_key" "k" {
}
output "pw" {
  value = nova_vm.a.pw
}
output "pwn" {
  value = nova_vm.b.pw == null
}
output "whole" {
  value = nova_vm.b
  sensitive = true
}
