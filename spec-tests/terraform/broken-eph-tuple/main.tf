variable "v" {
  ephemeral = true
  default = 1
}
resource "terraform_data" "x" {
  input = [var.v]
}
