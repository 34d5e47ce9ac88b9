resource "terraform_data" "a" {
  count = length(terraform_data.b)
}
resource "terraform_data" "b" {
  count = 2
}
