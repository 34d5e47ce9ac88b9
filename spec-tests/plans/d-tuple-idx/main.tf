resource "terraform_data" "a" {
  count = 2
}
output "x" {
  value = terraform_data.a[5]
}
