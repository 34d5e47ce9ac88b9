variable "tok" {
  ephemeral = true
}
resource "nova_vm" "v" {
  name = "v"
  pw   = var.tok
  boot {
    img = "i"
  }
}
