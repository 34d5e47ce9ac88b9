resource "terraform_data" "a" {
  triggers_replace = 2
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
}
