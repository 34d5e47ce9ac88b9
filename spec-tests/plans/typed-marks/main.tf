resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "l" {
  input = tolist(["a"])
}
resource "terraform_data" "m" {
  input = tomap({ a = "b" })
}
locals {
  l = sensitive(terraform_data.l.output)
  m = sensitive(terraform_data.m.output)
  s = sensitive(terraform_data.u.id)
  b = sensitive(terraform_data.u.id == "x")
}
output "reverse" {
  value = reverse(local.l)
}
output "slice" {
  value = slice(local.l, 0, 1)
}
output "concat" {
  value = concat(local.l, ["a"])
}
output "zipmap" {
  value = zipmap(local.l, ["a"])
}
output "zipmap2" {
  value = zipmap(["a"], local.l)
}
output "merge" {
  value = merge(local.m, { a = "1" })
}
output "element" {
  value = element(local.l, 1)
}
output "element2" {
  value = element(["a"], tonumber(local.s))
}
output "lookup" {
  value = lookup(local.m, "a", "b")
}
output "flatten" {
  value = flatten(local.l)
}
output "keys" {
  value = keys(local.m)
}
output "values" {
  value = values(local.m)
}
output "setproduct" {
  value = setproduct(local.l, ["a"])
}
output "chunklist" {
  value = chunklist(local.l, 2)
}
output "length" {
  value = length(local.l)
}
output "not" {
  value = !local.b
}
output "and" {
  value = local.b && true
}
output "or" {
  value = local.b || terraform_data.u.id == "y"
}
output "tolist" {
  value = tolist(local.l)
}
output "toset" {
  value = toset(local.l)
}
output "tostring" {
  value = tostring(local.b)
}
output "eq" {
  value = local.l == null
}
output "lt" {
  value = length(local.l) < 3
}
output "distinct" {
  value = distinct(local.l)
}
output "coalesce" {
  value = coalesce(local.s, "x")
}
output "contains" {
  value = contains(local.l, "x")
}
output "not2" {
  value = !(local.s != "x")
}
output "issens" {
  value = issensitive(!local.b)
}
output "cond" {
  value = local.b ? "a" : "b"
}
output "index" {
  value = local.l[0]
}
output "splat" {
  value = local.l[*]
}
output "for" {
  value = [for x in local.l : x]
}
output "forif" {
  value = [for x in ["a"] : x if local.b]
}
output "tmpl" {
  value = "%{if local.b}x%{endif}"
}
output "tmpl2" {
  value = "%{for x in local.l}x%{endfor}"
}
