resource "terraform_data" "a" {
  count = 2
}
output "a" { value = terraform_data.a[2].id }
output "b" { value = terraform_data.a["x"] }
