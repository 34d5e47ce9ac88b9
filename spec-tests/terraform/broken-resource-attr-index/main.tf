resource "terraform_data" "a" {
  count = 1
}
output "a" {
  value = terraform_data.a[0].nope
}
