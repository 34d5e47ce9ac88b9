resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "a ${self.nope}"
  }
}
