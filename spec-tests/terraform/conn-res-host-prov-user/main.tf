resource "terraform_data" "x" {
  connection {
    host = "a"
  }
  provisioner "remote-exec" {
    inline = ["a"]
    connection {
      user = "b"
    }
  }
}
