resource "terraform_data" "a" {
  provisioner "local-exec" {
    foo = "y"
  }
}
