resource "terraform_data" "a" {
  provisioner "local-exec" {
    when    = var.x
    command = "x"
  }
}
