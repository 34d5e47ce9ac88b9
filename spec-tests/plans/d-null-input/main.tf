resource "terraform_data" "a" {
  input = null
}
resource "terraform_data" "b" {
  input = tostring(null)
}
output "a" {
  value = terraform_data.a.output
}
output "b" {
  value = terraform_data.b.output == null
}
output "c" {
  value = terraform_data.a.id == null
}
output "d" {
  value = terraform_data.b
}
