resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "a" {
  count = length(terraform_data.u.id)
}
