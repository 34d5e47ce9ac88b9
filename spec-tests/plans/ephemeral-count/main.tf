variable "n" {
  type = number
  ephemeral = true
  default = 1
}
resource "terraform_data" "a" {
  count = var.n
}
