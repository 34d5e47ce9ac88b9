resource "terraform_data" "a" {
  connection {
    type = "ssh"
    host = self.id
    user = "x"
    private_key = file("k")
    timeout = "3m"
  }
  provisioner "remote-exec" {
    inline = ["a", "b"]
    on_failure = continue
    connection {
      type = "winrm"
      host = "h"
      https = true
    }
  }
  provisioner "file" {
    content = "x"
    destination = "/tmp/x"
  }
  provisioner "local-exec" {
    when = destroy
    command = "echo ${self.output}"
    interpreter = ["bash", "-c"]
    working_dir = "/"
    environment = { A = "b" }
    quiet = true
  }
}
