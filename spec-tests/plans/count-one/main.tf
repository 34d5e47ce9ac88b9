resource "terraform_data" "a" {
  count = 1
}
output "a" {
  value = one(terraform_data.a[*].id)
}
output "b" {
  value = terraform_data.a[0].input
}
output "c" {
  value = terraform_data.a[*].output
}
