resource "terraform_data" "a" {
  input = 1
  triggers_replace = [1, 3]
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
  triggers_replace = terraform_data.a.output
}
resource "terraform_data" "c" {
  input = { k = terraform_data.b.output, j = "s" }
}
output "o" { value = terraform_data.c.output }
