resource "terraform_data" "r" {
  input = var.nope
}
