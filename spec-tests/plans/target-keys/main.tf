resource "terraform_data" "a" {
  for_each = toset(["x", "y", "z"])
  input = each.key
}
resource "terraform_data" "b" { input = { for k, a in terraform_data.a : k => a.input } }
resource "terraform_data" "c" {
  count = 4
  input = terraform_data.a["x"].input
  lifecycle {
    precondition {
      condition = count.index < 9
      error_message = "m"
    }
  }
}
output "a" { value = terraform_data.a }
output "c" { value = terraform_data.c[*].input }
