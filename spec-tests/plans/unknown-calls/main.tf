resource "terraform_data" "u" {
  input = { l = tolist(["a", "b"]), m = tomap({ a = "1" }), s = toset(["a"]), o = { x = 1, y = [1, "2"] }, n = null, t = ["a", 2] }
}
locals {
  o = terraform_data.u.output
}
output "o" {
  value = local.o
}
output "l" {
  value = local.o.l
}
output "l0" {
  value = local.o.l[0]
}
output "t1" {
  value = local.o.t[1]
}
output "tt" {
  value = local.o.t
}
output "tlen" {
  value = length(local.o.t)
}
output "llen" {
  value = length(local.o.l)
}
output "ox" {
  value = [local.o.o.x, local.o.o]
}
output "okeys" {
  value = keys(local.o.o)
}
output "ovals" {
  value = values(local.o.o)
}
output "olen" {
  value = length(local.o.o)
}
output "for" {
  value = [for k, v in local.o.o : k]
}
output "fort" {
  value = [for k, v in local.o.t : k]
}
output "n" {
  value = local.o.n
}
output "merge" {
  value = merge(local.o.o, { z = 1 })
}
output "lookup" {
  value = lookup(local.o.m, "a", "z")
}
output "splat" {
  value = local.o.l[*]
}
output "splat2" {
  value = local.o.o[*]
}
output "splat3" {
  value = local.o.o.y[*]
}
output "jsone" {
  value = jsonencode(local.o)
}
output "expand" {
  value = max(local.o.t...)
}
output "cond" {
  value = local.o == null ? 1 : 2
}
output "conc" {
  value = concat(local.o.t, ["x"])
}
output "setl" {
  value = setunion(local.o.s, ["z"])
}
output "tos" {
  value = toset(local.o.l)
}
output "tostr" {
  value = tostring(local.o.o.x)
}
output "zm" {
  value = zipmap(["a", "b"], local.o.t)
}
output "zmk" {
  value = zipmap(local.o.l, [1, 2])
}
output "idx" {
  value = ["a", "b"][local.o.o.x]
}
output "mapidx" {
  value = { a = 1, b = "x" }[local.o.m.a]
}
output "dist" {
  value = distinct(local.o.l)
}
output "rng" {
  value = range(0, local.o.o.x)
}
output "mt" {
  value = matchkeys(["a", "b"], ["x", "y"], local.o.l)
}
output "try" {
  value = try(local.o.nope, "d")
}
output "can" {
  value = can(local.o.o.x)
}
output "tmpl" {
  value = "%{for x in local.o.l}${x}%{endfor}"
}
output "allt" {
  value = alltrue([for x in local.o.t : x != null])
}
output "eq" {
  value = local.o.l == tolist(["a"])
}
output "eq2" {
  value = [1, local.o.o.x] == [2, 3]
}
output "eq3" {
  value = { a = 1, b = local.o.o.x } == { a = 2, b = 1 }
}
output "eq4" {
  value = [1] == [1, local.o.o.x]
}
output "in" {
  value = contains(["a", local.o.m.a], "a")
}
output "coal" {
  value = coalescelist(local.o.l, ["a"])
}
output "strf" {
  value = format("%s-%d-%v", "a", local.o.o.x, local.o.l)
}
output "yaml" {
  value = yamlencode({ a = local.o.l })
}
output "b64" {
  value = base64encode(local.o.m.a)
}
output "sub" {
  value = substr("abc", 0, local.o.o.x)
}
output "repl" {
  value = replace("abc", local.o.m.a, "x")
}
output "comp" {
  value = compact(["a", local.o.m.a, ""])
}
output "elem" {
  value = element(local.o.t, 5)
}
output "flat" {
  value = flatten([local.o.t, [local.o.l]])
}
output "chunk" {
  value = chunklist(local.o.l, 1)
}
output "rev" {
  value = reverse(local.o.t)
}
output "revl" {
  value = length(reverse(local.o.l))
}
output "sum" {
  value = sum([1, local.o.o.x, null])
}
