resource "terraform_data" "a" {
  count = 12
  input = count.index
}
output "a" {
  value = terraform_data.a[*].input
}
output "b" {
  value = terraform_data.a[11].output
}
