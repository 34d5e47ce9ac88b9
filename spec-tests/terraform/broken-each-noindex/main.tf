resource "terraform_data" "a" {
  for_each = toset(["a"])
}
output "a" {
  value = terraform_data.a.id
}
