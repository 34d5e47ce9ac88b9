resource "terraform_data" "a" { for_each = toset(["a"]) }
output "o" {
  value = terraform_data.a[1.5].id
}
