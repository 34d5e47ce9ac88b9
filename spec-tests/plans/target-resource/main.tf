resource "terraform_data" "a" { input = "a" }
resource "terraform_data" "b" { input = terraform_data.a.id }
resource "terraform_data" "c" { input = terraform_data.b.id }
resource "terraform_data" "d" {
  count = 2
  input = "d${count.index}"
}
output "a" { value = terraform_data.a.input }
output "b" { value = terraform_data.b.input }
output "c" { value = terraform_data.c.input }
output "d" { value = terraform_data.d[*].input }
output "k" { value = "const" }
output "ab" { value = "${terraform_data.a.input}-${terraform_data.d[0].input}" }
check "x" {
  assert {
    condition = terraform_data.c.input == "q"
    error_message = "m"
  }
}
