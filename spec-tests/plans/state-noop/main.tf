resource "terraform_data" "a" {
  input = "1"
}
output "x" {
  value = terraform_data.a.output
}
output "i" {
  value = terraform_data.a.id
}
