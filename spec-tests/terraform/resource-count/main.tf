resource "terraform_data" "a" {
  count = 3
  input = "n${count.index}"
}
output "all" {
  value = terraform_data.a[*].input
}
