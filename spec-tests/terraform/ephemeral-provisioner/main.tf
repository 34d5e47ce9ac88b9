variable "s" {
  type    = string
  default = "x"
  ephemeral = true
}
resource "terraform_data" "x" {
  provisioner "local-exec" {
    command = "echo $S"
    environment = { S = var.s }
  }
}
