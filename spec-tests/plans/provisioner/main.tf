resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "echo ${self.id}"
    environment = { A = "b" }
    when = destroy
  }
  provisioner "local-exec" {
    command = "x"
    on_failure = continue
  }
  connection {
    host = "h"
    type = "ssh"
  }
}
