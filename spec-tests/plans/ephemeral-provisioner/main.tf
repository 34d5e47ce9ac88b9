variable "tok" {
  type = string
  ephemeral = true
  default = "t"
}
resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "echo ${var.tok}"
  }
  connection {
    host = var.tok
  }
}
