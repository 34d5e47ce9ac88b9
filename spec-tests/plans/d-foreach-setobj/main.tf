resource "terraform_data" "a" {
  for_each = { for o in [{ n = "a", v = 1 }, { n = "b", v = 2 }] : o.n => o }
  input = each.value
}
output "x" {
  value = [for a in terraform_data.a : a.input.v]
}
