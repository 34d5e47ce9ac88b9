resource "terraform_data" "x" {
  provisioner "remote-exec" {
    inline = ["a"]
    connection {
      host = "a"
      hots = "a"
    }
  }
}
