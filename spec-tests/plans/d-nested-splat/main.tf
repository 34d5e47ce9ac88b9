resource "terraform_data" "a" {
  count = 2
  input = [{ v = count.index }, { v = terraform_data.u.id }]
}
resource "terraform_data" "u" {}
output "x" {
  value = terraform_data.a[*].input[*].v
}
output "y" {
  value = terraform_data.a.*.input.0.v
}
output "z" {
  value = terraform_data.a[*].input[0]
}
output "w" {
  value = flatten(terraform_data.a[*].input)[*].v
}
