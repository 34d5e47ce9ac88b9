resource "terraform_data" "a" {
  connection {
    type = "ssh"
    host = "h"
    user = "u-${self.id}"
  }
  provisioner "file" {
    source      = "a"
    destination = "/tmp/a"
    connection {
      type = "winrm"
      host = "w"
    }
  }
  provisioner "remote-exec" {
    inline = ["ls", "echo \"x\""]
  }
}
