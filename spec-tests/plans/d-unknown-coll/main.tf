resource "terraform_data" "a" {
  input = ["x", "y"]
}
locals {
  u = split(",", terraform_data.a.id)
}
output "a" {
  value = local.u
}
output "b" {
  value = length(local.u)
}
output "c" {
  value = [for x in local.u : upper(x)]
}
output "d" {
  value = { for x in local.u : x => 1 }
}
output "e" {
  value = toset(local.u)
}
output "f" {
  value = local.u[0]
}
output "g" {
  value = concat(local.u, ["z"])
}
output "h" {
  value = merge({ a = 1 }, { for x in local.u : x => 2 })
}
output "i" {
  value = tolist(local.u) == tolist([])
}
output "j" {
  value = join(",", local.u)
}
output "k" {
  value = local.u[*]
}
output "l" {
  value = flatten([local.u, ["a"]])
}
output "m" {
  value = zipmap(["a"], local.u)
}
output "n" {
  value = setunion(["a"], local.u)
}
output "o" {
  value = jsonencode(local.u)
}
output "p" {
  value = values({ a = local.u })
}
output "q" {
  value = sort(local.u)
}
output "r" {
  value = reverse(local.u)
}
output "s" {
  value = formatlist("%s!", local.u)
}
output "t" {
  value = chunklist(local.u, 1)
}
