resource "terraform_data" "a" {
  provisioner "local-exec" {
    command     = "x"
    environment = ["a"]
  }
}
