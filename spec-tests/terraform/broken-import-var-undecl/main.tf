import {
  for_each = toset(["a"])
  to       = terraform_data.a[var.k]
  id       = "i"
}
resource "terraform_data" "a" {
  for_each = toset(["x"])
}
