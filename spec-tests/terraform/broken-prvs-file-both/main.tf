resource "terraform_data" "x" {
  provisioner "file" {
    source = "a"
    content = "b"
    destination = "/x"
    connection {
      host = "x"
    }
  }
}
