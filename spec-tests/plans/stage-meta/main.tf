resource "terraform_data" "a" {
  count = 1
  for_each = {}
}
output "x" { value = tonumber("x") }
