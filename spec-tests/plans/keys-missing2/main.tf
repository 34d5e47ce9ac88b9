resource "terraform_data" "a" {
  count = 2
}
resource "terraform_data" "b" {
  for_each = toset(["x"])
}
output "b" { value = terraform_data.a[2].id }
output "c" { value = terraform_data.b["y"].id }
output "d" { value = terraform_data.b[0].id }
output "e" { value = terraform_data.b.x.id }
output "f" { value = terraform_data.a["x"].id }
output "g" { value = terraform_data.a.*.id }
output "h" { value = terraform_data.b[*].x }
