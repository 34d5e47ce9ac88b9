resource "terraform_data" "a" {
  connection {
    host = "x"
    foo  = 1
  }
  provisioner "remote-exec" {
    inline = ["x"]
  }
}
