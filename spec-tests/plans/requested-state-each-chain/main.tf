resource "terraform_data" "t" {
  input = terraform.workspace
  triggers_replace = { w = terraform.workspace == "default" ? 1 : 2, a = path.root }
}
resource "terraform_data" "each" {
  for_each = { for k, v in { a = 1, b = 3, c = 3 } : k => v if v % 2 == 1 }
  input = "${each.key}${each.value}"
}
resource "terraform_data" "chain" {
  for_each = terraform_data.each
  input = each.value.input
  triggers_replace = each.value.id
}
resource "terraform_data" "chain2" {
  count = length(terraform_data.chain)
  input = values(terraform_data.chain)[count.index].input
}
output "c" { value = [for k, c in terraform_data.chain : c.triggers_replace] }
output "c2" { value = terraform_data.chain2[*].input }
