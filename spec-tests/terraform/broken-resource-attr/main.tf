resource "terraform_data" "a" {
}
output "a" {
  value = terraform_data.a.nope
}
