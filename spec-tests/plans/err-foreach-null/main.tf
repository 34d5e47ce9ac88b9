variable "n" {
  type = map(string)
  default = null
}
resource "terraform_data" "a" {
  for_each = var.n
}
resource "terraform_data" "b" {
  count = null
}
resource "terraform_data" "c" {
  count = -1
}
resource "terraform_data" "d" {
  count = 1.5
}
