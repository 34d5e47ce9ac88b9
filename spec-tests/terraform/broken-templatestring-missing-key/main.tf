locals {
  t = "Hi $${nam}"
  a = templatestring(local.t, { name = "x" })
}
