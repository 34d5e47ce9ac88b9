resource "terraform_data" "d" {
  input = "m"
}
output "o" {
  value = terraform_data.d.output
}
