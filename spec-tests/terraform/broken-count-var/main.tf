variable "n" {
  type = list(string)
}
resource "terraform_data" "a" {
  count = var.n
}
