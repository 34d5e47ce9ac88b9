resource "terraform_data" "a" {
  input            = "in"
  triggers_replace = ["x", 1]
}
output "in" {
  value = terraform_data.a.input
}
