resource "terraform_data" "a" {
  count = 2
}
resource "terraform_data" "s" {
}
locals {
  m = tomap({ a = 1 })
}
output "a" {
  value = terraform_data.a[5].id
}
output "d" {
  value = local.m["b"]
}
output "e" {
  value = tonumber(terraform_data.s.id == "x" ? "q" : "r")
}
output "e2" {
  value = tonumber(format("x%s", "y"))
}
output "n" {
  value = tomap({ a = 1, b = [] })
}
output "s" {
  value = regex("a", lower("B"))
}
output "t" {
  value = element(slice(["a"], 0, 0), 0)
}
output "w" {
  value = one(concat([1], [2]))
}
output "x" {
  value = coalesce(null, lower(""))
}
