resource "terraform_data" "a" {
  count = length(terraform_data.a)
}
