moved {
  from = terraform_data.a[each.key]
  to   = terraform_data.b
}
resource "terraform_data" "b" {}
