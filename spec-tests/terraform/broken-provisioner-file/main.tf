resource "terraform_data" "a" {
  provisioner "file" {
    source = "a"
  }
}
