resource "terraform_data" "a" {
  for_each = toset(["x"])
}
output "b" { value = terraform_data.a["y"].id }
