resource "terraform_data" "x" {
  provisioner "remote-exec" {
    connection {
      host = "x"
    }
  }
}
