resource "terraform_data" "a" {
  for_each = toset(["x"])
}
output "a" {
  value = terraform_data.a["x"].id
}
output "b" {
  value = [for k, v in terraform_data.a : k]
}
