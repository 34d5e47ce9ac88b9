resource "terraform_data" "a" {
  count = 2
  input = each.value
}
