resource "terraform_data" "x" {
  for_each = { for k in ["a", "b", "a"] : k => 1 }
}
