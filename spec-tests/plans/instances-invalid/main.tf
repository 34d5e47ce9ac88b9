variable "n" {
  type = map(string)
  default = null
}
resource "terraform_data" "a" {
  for_each = var.n
}
resource "terraform_data" "b" {
  count = -1
}
resource "terraform_data" "c" {
  count = 1.5
}
resource "terraform_data" "d" {
  count = "x"
}
resource "terraform_data" "e" {
  for_each = toset([1, 2])
}
resource "terraform_data" "f" {
  for_each = [1, 2]
}
resource "terraform_data" "g" {
  count = terraform_data.h.id == "" ? 1 : 0
}
resource "terraform_data" "h" {}
resource "terraform_data" "i" {
  for_each = toset([terraform_data.h.id])
}
resource "terraform_data" "j" {
  for_each = { (terraform_data.h.id) = 1 }
}
