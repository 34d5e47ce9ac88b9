variable "a" {}
resource "terraform_data" "c" {
  lifecycle { nope = 1 }
}
