resource "terraform_data" "b" { input = "k" }
resource "terraform_data" "a" {
  for_each = { for k in ["x", "y"] : k => terraform_data.b.output }
  input = each.value
  triggers_replace = each.value
}
resource "terraform_data" "c" {
  for_each = terraform_data.a
  input = { id = each.value.id, key = each.key, inp = each.value.input }
}
output "c" { value = { for k, c in terraform_data.c : k => c.input.key } }
