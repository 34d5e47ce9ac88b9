resource "terraform_data" "x" {
  provisioner "remote-exec" {
    inline = ["a"]
    connection {
      type = "telnet"
      host = "x"
    }
  }
}
