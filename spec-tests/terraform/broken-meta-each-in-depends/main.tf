resource "terraform_data" "b" {}
resource "terraform_data" "a" {
  for_each   = { a = 1 }
  depends_on = [terraform_data.b[each.key]]
}
