variable "a" {
  ephemeral = true
}
resource "terraform_data" "a" {
  count = var.a
}
