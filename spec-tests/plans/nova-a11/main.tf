provider "nova" { endpoint = "e" }
resource "nova_key" "k" {}
locals {
  u = nova_key.k
}
output "o" {
  value = {
    len_all = length(local.u.all)
    keys = keys(local.u.byname)
    vals = values(local.u.byname)
    contains = contains(["a"], local.u.id)
    idx = ["a", "b"][length(local.u.id) > 0 ? 0 : 1]
    lookup = lookup({ a = local.u.id }, "a", "z")
    lookup2 = lookup({ a = 1 }, local.u.id, 2)
    concat = concat(["a"], local.u.all)
    slice = slice(["a", local.u.id, "c"], 1, 3)
    flat = flatten([["a"], [local.u.id]])
    flat2 = flatten([["a"], local.u.all])
    dist = distinct(["a", local.u.id, "a"])
    cmp = compact(["a", local.u.id, ""])
    coalesce = coalesce(local.u.id, "x")
    coalescelist = coalescelist([], ["a", local.u.id])
    fmt = format("%s-%s", "a", local.u.id)
    fmtl = formatlist("%s", ["a", local.u.id])
    join = join(",", ["a", local.u.id])
    split = split(",", local.u.id)
    sub = substr("abc-${local.u.id}", 0, 2)
    tpl = "%{for x in ["a"]}${x}${local.u.id}%{endfor}"
    json = jsonencode({ a = local.u.id })
    yaml = yamlencode({ a = local.u.id })
    sw = startswith("pre-${local.u.id}", "pre-")
    ew = endswith("${local.u.id}-suf", "-suf")
    up = upper("ab${local.u.id}")
    trim = trimprefix("ab${local.u.id}", "ab")
    repl = replace("a${local.u.id}", "a", "b")
    ty = type(local.u.id) == "x"
  }
}
