variable "p" {
  default = "a"
  sensitive = true
}
resource "terraform_data" "c" {
  for_each = { k = var.p }
  input = each.value
}
