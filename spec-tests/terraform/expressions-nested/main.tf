locals {
  a = { for k, g in { for v in ["a-1", "b-2"] : split("-", v)[0] => split("-", v)[1]... } : k => sum([for n in g : tonumber(n)]) }
  b = setproduct(["a"], [1, 2])[*][1]
  c = [for p in local.b : p if p > 1]
  d = "${local.a.a}%{ if local.c[0] == 2 }yes%{ else }no%{ endif }"
  e = (local.a.a == 1 ? "x" : null)
  f = [1, 2, 3][-1 + 1]
  g = cidrsubnets("10.0.0.0/8", 4, 4)
  h = format("%s-%03d-%v", "a", 5, [1])
  i = regexall("[a-z]", "abc")[*]
  j = formatdate("YYYY", "2020-01-01T00:00:00Z")
  k = base64gzip("x")
  l = strcontains("abc", "b")
  p = alltrue([for x in local.b : x > 0])
  q = ephemeralasnull("x")
}
