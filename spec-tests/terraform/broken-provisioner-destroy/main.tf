variable "a" {
}
resource "terraform_data" "a" {
  provisioner "local-exec" {
    when    = destroy
    command = "a ${var.a}"
  }
}
