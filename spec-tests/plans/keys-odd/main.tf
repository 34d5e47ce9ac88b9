resource "terraform_data" "a" {
  for_each = { "a b" = 1, "q\"uote" = 2, "new\nline" = 3, "${"$"}{x}" = 4, "é" = 5, "" = 6, "%{if}" = 7, "back\\slash" = 8 }
  input = each.key
}
output "k" { value = keys(terraform_data.a) }
