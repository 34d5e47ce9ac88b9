resource "terraform_data" "a" {
  count = 2
}
resource "terraform_data" "b" {
  for_each = toset(["x"])
}
output "d" { value = terraform_data.b[0].id }
output "e" { value = terraform_data.b.x.id }
output "g" { value = terraform_data.a.*.id }
output "h" { value = terraform_data.b[*].x.id }
output "i" { value = terraform_data.a.0.id }
output "j" { value = terraform_data.a.*.input[0] }
output "k" { value = try(terraform_data.a[5].id, "none") }
output "l" { value = can(terraform_data.b["q"]) }
output "m" { value = lookup(terraform_data.b, "x", null) }
output "n" { value = length(terraform_data.b) }
