resource "terraform_data" "b" {
  count = 2
  input = count.index
}
output "ids" { value = terraform_data.b[*].id }
