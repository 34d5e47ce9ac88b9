resource "terraform_data" "a" {
  count = 3
  input = "a${count.index}"
}
resource "terraform_data" "b" { input = terraform_data.a[1].input }
resource "terraform_data" "c" { input = terraform_data.a[*].input }
output "a" { value = terraform_data.a[*].input }
output "a1" { value = terraform_data.a[1].input }
output "a0" { value = terraform_data.a[0].input }
