variable "e" {
  ephemeral = true
  default = "x"
}
resource "terraform_data" "a" {
  input = ephemeralasnull(var.e)
}
