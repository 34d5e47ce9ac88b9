resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "a" {
  for_each = { a = terraform_data.u.id }
  input = each.value
}
