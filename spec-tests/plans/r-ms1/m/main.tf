output "s" {
  value = "lit"
  sensitive = true
}
output "id" {
  value = terraform_data.q.id
  sensitive = true
}
output "sv" {
  value = sensitive("x")
  sensitive = true
}
resource "terraform_data" "q" {}
