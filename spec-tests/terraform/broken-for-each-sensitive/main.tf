variable "n" {
  type      = set(string)
  sensitive = true
}
resource "terraform_data" "a" {
  for_each = var.n
}
