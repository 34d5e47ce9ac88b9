resource "terraform_data" "a" {
  for_each = toset(["b", "a\"q", "c.d", "$${x}", "ü", "10", "9"])
  input = each.value
}
output "a" {
  value = {for k, v in terraform_data.a : k => v.input}
}
