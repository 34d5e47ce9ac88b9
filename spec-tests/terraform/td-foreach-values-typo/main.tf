resource "terraform_data" "a" { for_each = toset(["a"]) }
output "o" {
  value = values(terraform_data.a)[*].idx
}
