output "a" { value = null }
output "b" { value = null }
output "c" {
  value = 1
  sensitive = true
}
output "d" { value = 1 }
output "e" {
  value = 2
  sensitive = true
}
output "f" { value = terraform_data.x.id }
output "g" {
  value = terraform_data.x.id
  sensitive = true
}
resource "terraform_data" "x" {}
