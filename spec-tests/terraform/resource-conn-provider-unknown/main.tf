resource "terraform_data" "x" {
  provisioner "file" {
    source = null
    content = "x"
    destination = "/y"
  }
}
