resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "n" {
  input = 3
}
locals {
  id   = terraform_data.u.id
  pre  = "arn:aws:${local.id}:x"
  lst  = [local.id, "b", local.id]
  st   = toset(local.lst)
  m    = { a = local.id, b = "k" }
  num  = terraform_data.n.output
}
output "a" {
  value = startswith(local.pre, "arn:")
}
output "b" {
  value = startswith(local.pre, "arm:")
}
output "c" {
  value = startswith(local.pre, "arn:aws:zz")
}
output "d" {
  value = local.pre == null
}
output "e" {
  value = local.id != null
}
output "f" {
  value = length(local.lst)
}
output "g" {
  value = length(local.st)
}
output "h" {
  value = length(toset([local.id])) == 1
}
output "i" {
  value = local.m == null ? 1 : 2
}
output "j" {
  value = terraform_data.u.output == null
}
output "k" {
  value = coalesce(local.id, "z")
}
output "l" {
  value = coalesce("z", local.id)
}
output "m" {
  value = local.pre == ""
}
output "n" {
  value = local.pre == "arm"
}
output "o" {
  value = local.pre != "brm"
}
output "p" {
  value = length(local.pre) > 0
}
output "q" {
  value = keys(local.m)
}
output "r" {
  value = values(local.m)
}
output "s" {
  value = lookup(local.m, "b", "q")
}
output "t" {
  value = lookup(local.m, "c", "q")
}
output "u" {
  value = contains(local.lst, "b")
}
output "v" {
  value = contains(local.lst, "zz")
}
output "w" {
  value = [for x in local.lst : x if x != null]
}
output "x" {
  value = [for x in local.lst : "arn:${x}" if "arn:${x}" != ""]
}
output "y" {
  value = compact(local.lst)
}
output "z" {
  value = distinct(local.lst)
}
