resource "terraform_data" "a" {
  for_each = { x = "1" }
  input = each.value
}
resource "terraform_data" "b" {
  for_each = terraform_data.a
}
