moved {
  from = terraform_data.a
  to = terraform_data.n
}
resource "terraform_data" "n" { input = "a1" }
resource "terraform_data" "b" { input = "b2" }
output "n" { value = terraform_data.n.output }
