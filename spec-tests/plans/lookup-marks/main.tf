resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "m" {
  input = tomap({ a = "b" })
}
locals {
  s = sensitive(terraform_data.u.id)
  m = terraform_data.m.output
}
output "a" {
  value = lookup({ a = "1" }, local.s, "x")
}
output "b" {
  value = lookup(tomap({ a = "1" }), local.s, "x")
}
output "c" {
  value = lookup(local.m, sensitive("a"), "x")
}
output "d" {
  value = lookup(local.m, local.s, "x")
}
output "e" {
  value = lookup({ a = "1" }, "b", local.s)
}
output "f" {
  value = lookup(tomap({ a = "1" }), "a", local.s)
}
output "g" {
  value = slice(["a", "b"], 0, tonumber(local.s))
}
output "h" {
  value = zipmap(["a", "b"], [local.s, "x"])
}
output "i" {
  value = merge({ a = local.s }, local.m)
}
output "j" {
  value = merge({ a = "k" }, sensitive({ b = 1 }), local.m)
}
output "k" {
  value = concat([local.s], terraform_data.u.output)
}
output "l" {
  value = flatten([local.s, ["a"]])
}
output "m" {
  value = coalescelist([], [local.s])
}
output "n" {
  value = setproduct(["a"], sensitive(["b"]), [terraform_data.u.id])
}
output "o" {
  value = jsonencode({ a = local.s })
}
