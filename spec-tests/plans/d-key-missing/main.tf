resource "terraform_data" "a" {
  for_each = toset(["x"])
}
output "x" {
  value = terraform_data.a["y"].id
}
