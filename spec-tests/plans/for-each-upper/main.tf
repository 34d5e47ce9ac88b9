resource "terraform_data" "x" {
  for_each = toset([for k in ["a", "b", "a"] : upper(k)])
  input = { (each.key) = each.value, "${each.key}2" = 1 }
}
output "ks" { value = keys(terraform_data.x) }
output "vs" { value = [for k, v in terraform_data.x : v.input[k]] }
output "bad" { value = terraform_data.x["A"].input["B"] }
