variable "n" {
  type = list(string)
}
resource "terraform_data" "a" {
  for_each = var.n
}
