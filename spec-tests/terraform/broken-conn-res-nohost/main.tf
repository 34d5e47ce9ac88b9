resource "terraform_data" "x" {
  connection {
    user = "a"
  }
  provisioner "remote-exec" {
    inline = ["a"]
  }
}
