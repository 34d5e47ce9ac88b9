resource "terraform_data" "a" {
  for_each = toset(["a", "b"])
  input    = "${each.key}-${each.value}-${each.index}"
}
