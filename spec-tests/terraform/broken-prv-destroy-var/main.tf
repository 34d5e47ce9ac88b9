variable "x" {}
resource "terraform_data" "a" {
  provisioner "local-exec" {
    when    = destroy
    command = "echo ${var.x}"
  }
}
