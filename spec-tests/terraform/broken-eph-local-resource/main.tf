variable "s" {
  ephemeral = true
  default = "x"
}
resource "terraform_data" "x" {
  input = var.s
}
