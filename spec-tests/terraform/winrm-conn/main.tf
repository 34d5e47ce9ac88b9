resource "terraform_data" "x" {
  connection {
    type = "winrm"
    host = "a"
  }
  provisioner "remote-exec" {
    inline = ["a"]
  }
}
