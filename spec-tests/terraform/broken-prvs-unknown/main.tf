resource "terraform_data" "x" {
  provisioner "nope" {
    command = "x"
  }
}
