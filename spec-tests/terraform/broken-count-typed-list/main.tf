variable "a" {
  type = list(string)
}
resource "terraform_data" "x" {
  count = var.a
}
