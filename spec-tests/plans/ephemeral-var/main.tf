variable "e" {
  ephemeral = true
  default = "x"
}
resource "terraform_data" "a" {
  input = 1
  provisioner "local-exec" {
    command = var.e
  }
}
