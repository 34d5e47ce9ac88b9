resource "terraform_data" "x" {
  provisioner "chef" {
    command = "x"
  }
}
