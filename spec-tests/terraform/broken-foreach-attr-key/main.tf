resource "terraform_data" "a" {
  for_each = { x = 1 }
}
output "o" {
  value = terraform_data.a.x.id
}
output "p" {
  value = terraform_data.a["y"].id
}
output "q" {
  value = terraform_data.a.id
}
