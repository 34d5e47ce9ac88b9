output "a" {
  value = null
}
output "b" {
  value = terraform_data.b.output
}
output "c" {
  value = terraform_data.b.id
}
output "d" {
  value = terraform_data.b.id
}
output "h" {
  value = terraform_data.a.id
}
resource "terraform_data" "a" {
  triggers_replace = 1
}
resource "terraform_data" "b" {
  triggers_replace = 1
}
