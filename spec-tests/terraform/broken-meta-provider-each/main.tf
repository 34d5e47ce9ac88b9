resource "terraform_data" "a" {
  for_each = { a = 1 }
  provider = terraform[each.key]
}
