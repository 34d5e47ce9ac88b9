locals {
  on     = true
  value  = local.on ? "yes" : "no"
  nested = local.on ? (false ? 1 : 2) : 3
  lines = (
    local.on
    ? "first"
    : "second"
  )
}
