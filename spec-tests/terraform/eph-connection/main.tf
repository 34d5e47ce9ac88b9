variable "v" {
  ephemeral = true
  default = 1
}
resource "terraform_data" "x" {
  connection {
    host = var.v
  }
  provisioner "file" {
    content = var.v
    destination = "/x"
  }
}
