locals {
  merged   = merge({ a = 1 }, { b = 2 })
  sub      = cidrsubnet("10.0.0.0/8", 8, 3)
  joined   = join("-", sort(["c", "a", "b"]))
  expanded = max([3, 9, 2]...)
  encoded  = jsonencode({ a = [1, "b", null] })
  tried    = try(local.merged.c, "none")
  yaml     = yamldecode("a: [1, 2]")
}
