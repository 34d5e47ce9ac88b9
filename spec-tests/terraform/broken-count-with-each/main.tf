resource "terraform_data" "a" {
  for_each = toset(["a"])
  input    = count.index
}
