variable "a" {}
variable "b" {}
resource "terraform_data" "c" {
  nope = 1
}
