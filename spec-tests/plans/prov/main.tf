resource "terraform_data" "a" {
  input = "x"
  provisioner "local-exec" {
    command = "echo ${self.id} ${terraform_data.b.id}"
    when = create
    on_failure = continue
    environment = { A = "b" }
  }
  provisioner "local-exec" {
    when = destroy
    command = "echo ${self.input}"
  }
  connection {
    type = "ssh"
    host = "h"
  }
}
resource "terraform_data" "b" {}
