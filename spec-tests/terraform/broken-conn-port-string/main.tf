resource "terraform_data" "a" {
  connection {
    host = "h"
    port = "abc"
  }
  provisioner "remote-exec" {
    inline = ["x"]
  }
}
