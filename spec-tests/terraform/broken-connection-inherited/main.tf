resource "terraform_data" "a" {
  connection {
    host = var.missing
  }
  provisioner "local-exec" {
    command = "true"
    connection {
      user = "b"
    }
  }
}
