# The parts of a planned output that are unknown are null for assertions.
resource "terraform_data" "q" {
  count = 2
  input = "real"
}
output "n" { value = null }
output "nn" { value = { a = null, b = terraform_data.q[0].id } }
output "ids" { value = terraform_data.q[*].id }
output "whole" { value = terraform_data.q[0] }
output "set" { value = toset(terraform_data.q[*].id) }
output "w" { value = terraform_data.q[0].id }
output "pfx" { value = "a-${terraform_data.q[0].id}" }
output "s" { 
  value = [sensitive("x"), terraform_data.q[0].id]
  sensitive = true
}
