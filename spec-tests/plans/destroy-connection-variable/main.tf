resource "terraform_data" "a" {
  input = "x"
  count = 1
  provisioner "local-exec" {
    when = destroy
    command = "echo ${count.index} ${self.input}"
  }
  connection {
    host = var.h
  }
}
variable "h" { default = 1 }
