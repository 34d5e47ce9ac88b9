locals {
  t = { one = "Hi $${name}" }
  a = templatestring(local.t.one, { name = "x" })
  b = templatestring(local.t["one"], { name = "x" })
}
