resource "terraform_data" "a" {
  count = 2
}
resource "terraform_data" "b" {
  count = length(terraform_data.a)
  input = terraform_data.a[count.index].id
}
