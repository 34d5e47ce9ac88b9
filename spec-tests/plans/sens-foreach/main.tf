variable "p" {
  default = ["a"]
  sensitive = true
}
resource "terraform_data" "c" {
  for_each = toset(var.p)
}
