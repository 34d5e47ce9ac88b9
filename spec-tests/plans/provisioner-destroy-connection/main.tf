resource "terraform_data" "a" {
  input = "x"
  provisioner "local-exec" {
    command = "echo ${self.id} ${self.input}"
    environment = { A = path.module, B = self.output }
    when = create
    on_failure = continue
  }
  provisioner "local-exec" {
    when = destroy
    command = "echo ${self.input}"
  }
  connection {
    type = "ssh"
    host = self.id
    user = var.u
  }
  provisioner "remote-exec" {
    inline = ["a", "b ${var.u}"]
    connection { host = "h" }
  }
  provisioner "file" {
    source = "x"
    destination = "y"
  }
}
variable "u" { default = "root" }
