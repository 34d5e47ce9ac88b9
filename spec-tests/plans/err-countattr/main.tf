resource "terraform_data" "a" {
  count = 2
}
output "b" { value = terraform_data.a.id }
