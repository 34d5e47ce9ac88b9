locals {
  none   = null
  list   = [null, 1]
  object = { a = null }
  merged = { for k, v in local.object : k => v if v != null }
  chosen = coalesce(local.none, "fallback")
}
