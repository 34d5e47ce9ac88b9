resource "terraform_data" "x" {
  provisioner "file" {
    destination = "/x"
    connection {
      host = "x"
    }
  }
}
