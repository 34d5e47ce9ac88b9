variable "l" {
  type = list(string)
}
resource "terraform_data" "a" {
  for_each = var.l
}
resource "terraform_data" "b" {
  for_each = toset(var.l)
}
resource "terraform_data" "c" {
  count = var.l
}
