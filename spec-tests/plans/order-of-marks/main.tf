resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "l" {
  input = tolist(["a"])
}
locals {
  u = terraform_data.u.id
  l = [for x in terraform_data.l.output : x]
  d = jsondecode(terraform_data.u.id)
  x = sensitive("x")
  n = sensitive(1)
}
output "replace1" {
  value = replace("abc", local.u, local.x)
}
output "replace2" {
  value = replace(local.x, local.u, "x")
}
output "contains" {
  value = contains(local.l, local.x)
}
output "join1" {
  value = join(local.u, [local.x])
}
output "join2" {
  value = join(local.x, local.l)
}
output "format1" {
  value = format(local.u, local.x)
}
output "format2" {
  value = format(local.x, local.u)
}
output "format3" {
  value = format("%s-%s", local.u, local.x)
}
output "max1" {
  value = max(local.n, tonumber(local.u))
}
output "max2" {
  value = max(tonumber(local.u), local.n)
}
output "plus" {
  value = tonumber(local.u) + local.n
}
output "lt" {
  value = tonumber(local.u) < local.n
}
output "eq" {
  value = local.u == local.x
}
output "coalesce" {
  value = coalesce(local.u, local.x)
}
output "substr" {
  value = substr(local.u, local.n, 1)
}
output "dyncontains" {
  value = contains(local.d, local.x)
}
output "dynindex" {
  value = index(["a"], local.d) == local.n
}
output "distinct" {
  value = setunion(local.l, [local.x])
}
output "concat" {
  value = concat(local.l, [local.x])
}
output "range" {
  value = range(tonumber(local.u), local.n)
}
output "formatlist" {
  value = formatlist("%s-%s", local.l, local.x)
}
output "element" {
  value = element(local.l, local.n)
}
output "matchkeys" {
  value = matchkeys(local.l, [local.x], ["x"])
}
output "tern" {
  value = local.u == "a" ? local.x : "y"
}
output "tmpl" {
  value = "${local.u}${local.x}"
}
output "timeadd" {
  value = timeadd(local.u, local.x)
}
output "cidr" {
  value = cidrsubnet(local.u, local.n, 2)
}
output "trim" {
  value = trimprefix(local.u, local.x)
}
output "and" {
  value = (local.u == "a") && sensitive(true)
}
output "regexall" {
  value = regexall(local.x, local.u)
}
output "regexall2" {
  value = regexall(local.u, local.x)
}
output "regex" {
  value = regex(local.u, local.x)
}
