resource "terraform_data" "a" {
  for_each = ["a", "b"]
  input = each.key
}
