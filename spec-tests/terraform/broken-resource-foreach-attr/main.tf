resource "terraform_data" "a" {
  for_each = toset(["x"])
}
output "o" {
  value = terraform_data.a.x.id
}
