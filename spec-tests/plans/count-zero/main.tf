resource "terraform_data" "a" {
  count = 0
}
resource "terraform_data" "b" {
  for_each = {}
}
output "a" {
  value = terraform_data.a
}
output "b" {
  value = terraform_data.b
}
output "c" {
  value = length(terraform_data.a)
}
output "d" {
  value = terraform_data.a[*].id
}
output "e" {
  value = one(terraform_data.a[*].id)
}
