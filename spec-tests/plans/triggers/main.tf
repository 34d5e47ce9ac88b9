resource "terraform_data" "a" {
  input = 1
}
resource "terraform_data" "b" {
  triggers_replace = [terraform_data.a.id, terraform_data.a.output, terraform_data.a.input]
}
