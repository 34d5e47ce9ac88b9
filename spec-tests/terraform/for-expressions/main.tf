locals {
  list     = ["b", "a"]
  upper    = [for s in local.list : upper(s)]
  indexed  = [for i, s in local.list : "${i}:${s}"]
  map      = { for s in local.list : s => length(s) }
  filtered = [for n in [1, 2, 3, 4] : n if n % 2 == 0]
  grouped  = { for n in [1, 2, 3] : n % 2 == 0 ? "even" : "odd" => n... }
}
