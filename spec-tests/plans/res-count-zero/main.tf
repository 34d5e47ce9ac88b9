resource "terraform_data" "a" {
  count = 0
  input = 1
  lifecycle {
    precondition {
      condition = false
      error_message = "x"
    }
  }
}
resource "terraform_data" "b" {
  for_each = {}
  input = each.value
}
output "a" { value = terraform_data.a }
output "b" { value = terraform_data.b }
output "c" { value = terraform_data.a[*].id }
output "d" { value = { for k, v in terraform_data.b : k => v.id } }
output "e" { value = join("", terraform_data.a[*].id) }
