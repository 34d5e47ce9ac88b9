resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "n" {
  input = 5
}
resource "terraform_data" "m" {
  input = tomap({ a = "b" })
}
resource "terraform_data" "o" {
  input = { a = "b", c = [1, 2] }
}
resource "terraform_data" "s" {
  input = toset(["a"])
}
locals {
  u  = terraform_data.u.id
  n  = terraform_data.n.output
  m  = terraform_data.m.output
  o  = terraform_data.o.output
  s  = terraform_data.s.output
  lu = [local.u, "a", local.u]
}
output "o" {
  value = {
    a1 = element(local.lu, 1)
    a2 = element(local.lu, 4)
    a3 = index(["a", "b"], "b")
    a4 = contains(local.lu, "a")
    a5 = contains(local.lu, "zzz")
    a6 = slice(local.lu, 1, 3)
    a7 = chunklist(local.lu, 2)
    a8 = flatten([local.lu, ["z"]])
    a9 = concat(local.lu, [1])
    b1 = reverse(local.lu)
    b2 = zipmap(["x", "y", "z"], local.lu)
    b3 = merge({ a = local.u }, { b = 1 })
    b4 = merge({ a = local.u }, { a = 1 })
    b5 = merge(local.m, { b = "1" })
    b6 = keys({ a = local.u, b = 2 })
    b7 = values({ a = local.u, b = 2 })
    b8 = lookup({ a = local.u, b = "2" }, "b", "q")
    b9 = setproduct(["a", "b"], [local.u])
    c1 = setintersection(["a"], [local.u])
    c2 = setsubtract(["a"], [local.u])
    c3 = setunion(["a"], [local.u])
    c4 = distinct(local.lu)
    c5 = compact(local.lu)
    c6 = sort(local.lu)
    c7 = length(local.lu)
    c8 = length(local.m)
    c9 = length(local.o)
    d1 = keys(local.o)
    d2 = values(local.o)
    d3 = local.o.c
    d4 = local.o.c[0]
    d5 = length(local.o.c)
    d6 = { for k, v in local.o : k => 1 }
    d7 = [for k, v in local.o : k]
    d8 = local.o == null
    d9 = local.s == toset(["a"])
    e1 = [for x in local.s : x]
    e2 = length(local.s) >= 0
    e3 = max(1, local.n)
    e4 = local.n + 1
    e5 = local.n == null
    e6 = -local.n
    e7 = local.n > 1 ? "a" : "b"
    e8 = local.n * 0
    e9 = format("%d", local.n)
    f1 = format("%s-%d", "a", 1)
    f2 = formatlist("%s-x", local.lu)
    f3 = split(",", "a,${local.u}")
    f4 = join("-", local.lu)
    f5 = replace("abc", local.u, "x")
    f7 = regexall("a", local.u)
    f8 = coalescelist([], local.lu)
    f9 = range(local.n)
    g1 = sum([1, local.n])
    g2 = tostring(local.n)
    g3 = tonumber("5")
    g4 = jsondecode("{\"a\":1}")
    g5 = jsondecode(local.u)
    g6 = yamldecode("a: 1")
    g7 = cidrsubnet("10.0.0.0/8", 8, 1)
    g8 = cidrsubnet("10.0.0.0/8", 8, local.n)
    g9 = base64encode("x")
    h1 = can(local.u)
    h2 = try(local.u, 1)
    h3 = can(local.o.zzz)
    h4 = try(local.o.zzz, "none")
    h5 = try(local.m.zzz, "none")
    h7 = alltrue([true, local.n == 1])
    h8 = alltrue([false, local.n == 1])
    h9 = anytrue([true, local.n == 1])
    i1 = one([local.u])
    i3 = matchkeys(["a"], ["x"], [local.u])
    i5 = toset(local.lu)
    i6 = tomap({ a = local.u })
    i7 = startswith(local.u, "a")
    i8 = timeadd("2020-01-01T00:00:00Z", "1h")
    j1 = issensitive(local.u)
    j2 = strcontains("abc", "b")
    j3 = ephemeralasnull(local.u)
  }
}
