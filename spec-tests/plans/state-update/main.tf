resource "terraform_data" "a" {
  input = "2"
}
output "x" {
  value = terraform_data.a.output
}
