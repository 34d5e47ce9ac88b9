resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "a" {
  for_each = toset([terraform_data.u.id])
}
