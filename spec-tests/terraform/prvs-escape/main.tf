resource "terraform_data" "x" {
  provisioner "local-exec" {
    _ {
      command = "a"
    }
  }
}
