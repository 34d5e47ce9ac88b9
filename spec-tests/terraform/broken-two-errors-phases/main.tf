resource "terraform_data" "x" {
  foo = 1
}
output "y" {
  value = local.b
}
