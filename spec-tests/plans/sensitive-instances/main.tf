resource "terraform_data" "x" {
  for_each = sensitive(toset(["a"]))
}
resource "terraform_data" "y" {
  count = sensitive(1)
}
resource "terraform_data" "z" {
  for_each = { a = sensitive("q") }
  input = each.value
}
resource "terraform_data" "w" {
  for_each = toset(["a", null])
}
resource "terraform_data" "v" {
  for_each = toset([])
}
