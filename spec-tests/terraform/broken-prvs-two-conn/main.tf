resource "terraform_data" "x" {
  provisioner "local-exec" {
    command = "a"
    connection {
      host = "x"
    }
    connection {
      host = "y"
    }
  }
}
