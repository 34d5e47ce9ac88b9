
resource "acme_plain" "u" { count = 2 }
locals {
  a = acme_plain.u[0].id
  b = acme_plain.u[1].id
  s = toset([local.a, local.b, "x", "x"])
  o = toset([{ a = local.a, b = 1 }, { a = "k", b = 2 }, { a = "k", b = 2 }])
}
resource "acme_thing" "t" {
  name   = "t"
  labels = [local.a, "z", local.a]
  sets   = [{ k = local.a }, { k = "b" }, { k = "a" }]
  disk {
    gb  = 1
    key = local.a
  }
  disk { gb = 1 }
  disk { gb = 1 }
  disk {
    gb  = 2
    key = sensitive("s")
  }
}
output "o1" { value = local.s }
output "o2" { value = local.o }
output "o3" { value = length(local.s) }
output "o4" { value = contains(local.s, "x") }
output "o5" { value = contains(local.s, "nope") }
output "o6" { value = setunion(local.s, ["y"]) }
output "o7" { value = setintersection(local.s, ["x"]) }
output "o8" { value = setsubtract(["x", "y"], local.s) }
output "o9" { value = [for x in local.s : x] }
output "o10" { value = tolist(local.s) }
output "o11" { value = { for x in local.o : x.b => x.a... } }
output "o12" { value = local.s == toset(["x"]) }
output "o13" { value = local.s != local.s }
output "o14" { value = sort(local.s) }
output "o15" { value = length(toset([local.a])) }
output "o16" { value = one(toset([local.a])) }
output "o17" { value = setproduct(["a", "b"], [local.a]) }
output "o18" { value = setproduct(toset(["a"]), toset([local.a, local.b])) }
output "o19" { value = toset([for x in ["p", "q"] : { n = x, u = local.a }]) }
output "o20" {
  value     = acme_thing.t.disk
  sensitive = true
}
output "o21" { value = acme_thing.t.labels }
output "o22" { value = acme_thing.t.sets }
output "o23" { value = [for s in acme_thing.t.sets : s.k] }
output "o24" { value = coalescelist(tolist(local.s), ["a"]) }
output "o25" { value = join(",", local.s) }
output "o26" { value = anytrue([for x in local.s : x == "x"]) }
output "o27" { value = distinct([local.a, local.a, "x"]) }
output "o28" { value = concat(tolist(toset(["b", "a"])), [local.a]) }
output "o29" { value = toset(local.o[*].a) }
output "o30" { value = flatten([local.s, ["q"]]) }
