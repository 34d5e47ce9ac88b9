locals {
  a = { for i in range(3) : "k${i}" => i * 1.5 if i != 1 }
  b = [for k, v in local.a : "${k}=${v}"]
  c = formatlist("%s-%d", ["a", "b"], [1, 2])
  d = zipmap(["x", "y"], [[1], { z = 2 }])
  e = cidrsubnets("10.0.0.0/16", 4, 4, 8)
  f = regexall("[a-z]+", "ab12cd")
  g = regex("(?P<y>\\d+)-(?P<m>\\d+)", "2024-05")
  h = try(local.d.nope, local.d.x[0], "never")
  i = setproduct(["a", "b"], [1, 2])
  j = { for p in local.i : "${p[0]}${p[1]}" => p }
  k = flatten([[1, [2]], [], [[3, [4]]]])
  l = merge({ a = 1 }, null, { b = 2, a = 3 })
  m = coalesce("", null, "x")
  n = timeadd("2024-01-01T00:00:00Z", "36h")
  o = formatdate("DD MMM YYYY", local.n)
  t = parseint("ff", 16)
  u = pow(2, 70)
  v = 1 / 3
  w = 10 % 4
  ag = transpose({ a = ["1", "2"], b = ["2"] })
  ai = matchkeys(["a", "b", "c"], [1, 2, 3], [3, 1])
  al = one([])
}
resource "terraform_data" "all" {
  input = [local.a, local.b, local.c, local.d, local.e, local.f, local.g, local.h, local.i, local.j, local.k, local.l, local.m, local.n, local.o]
}
resource "terraform_data" "r" {
  input = { t = local.t, u = local.u, v = local.v, w = local.w, ag = local.ag, ai = local.ai, al = local.al, ts = timestamp(), id = uuid(), bc = bcrypt("x"), pt = plantimestamp() == "" }
}
output "u" { value = local.u }
output "v" { value = local.v }
output "ts" { value = timestamp() }
output "tslen" { value = length(uuid()) }
output "tss" { value = formatdate("YYYY", timestamp()) }
