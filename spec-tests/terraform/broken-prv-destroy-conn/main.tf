variable "h" {}
resource "terraform_data" "a" {
  connection {
    host = var.h
  }
  provisioner "remote-exec" {
    when   = destroy
    inline = ["x"]
  }
}
