resource "terraform_data" "a" {
  for_each = tomap({ x = "1", y = "2" })
  input = "${each.key}-${each.value}"
}
resource "terraform_data" "b" {
  for_each = terraform_data.a
  input = each.value.input
}
output "b" {
  value = values(terraform_data.b)[*].input
}
