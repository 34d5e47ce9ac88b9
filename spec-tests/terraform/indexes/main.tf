locals {
  list    = ["a", "b"]
  map     = { k = { v = 1 } }
  first   = local.list[0]
  by_key  = local.map["k"].v
  legacy  = local.list.1
  dynamic = local.map[lower("K")]["v"]
}
