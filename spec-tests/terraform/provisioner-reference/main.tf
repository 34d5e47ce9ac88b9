resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "a ${terraform_data.a.id}"
  }
}
