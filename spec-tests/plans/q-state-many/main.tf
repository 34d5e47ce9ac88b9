resource "terraform_data" "k" {
  count = 12
}
resource "terraform_data" "e" {
  for_each = toset(["10", "9", "b"])
}
