variable "name" {}
resource "terraform_data" "r" {
  for_each = toset(["p", "q"])
  input = "${var.name}${each.key}"
}
output "id" { value = { for k, r in terraform_data.r : k => r.id } }
output "name" { value = values(terraform_data.r)[*].input }
