variable "p" {
  default = "y"
  sensitive = true
}
resource "terraform_data" "a" {
  input = { p = var.p }
}
