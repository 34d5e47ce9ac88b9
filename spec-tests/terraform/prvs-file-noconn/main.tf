resource "terraform_data" "x" {
  provisioner "file" {
    source = "a"
    destination = "/x"
  }
}
