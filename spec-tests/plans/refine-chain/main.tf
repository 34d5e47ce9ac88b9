resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "l" {
  input = tolist(["a"])
}
locals {
  id = terraform_data.u.id
  p  = "pre-${local.id}-post"
  q  = "${local.p}/x"
  l  = terraform_data.l.output
}
output "o" {
  value = {
    a  = startswith(local.q, "pre-")
    b  = local.q == ""
    c  = local.q == "other"
    d  = upper(local.p) == null
    e  = upper(local.p)
    f  = startswith(upper(local.p), "PRE-")
    g  = join(",", ["a", local.id]) == null
    h  = startswith(join(",", ["a", local.id]), "a,")
    i  = format("x-%s", local.id) == "y"
    j  = startswith(format("x-%s", local.id), "x-")
    k  = jsonencode({ a = local.id }) == null
    l  = startswith(jsonencode({ a = local.id }), "{")
    m  = startswith(jsonencode([local.id]), "[")
    n  = startswith(jsonencode(local.id), "\"")
    o  = length(local.l) >= 0
    p  = length(local.l) == -1
    q  = local.l == null
    r  = [for x in local.l : x] == null
    s  = { for x in local.l : x => 1 } == null
    t  = length([for x in local.l : x]) >= 0
    u  = tostring(local.id) == null
    v  = tonumber(local.id) == null
    w  = tolist(local.l) == null
    x  = toset(local.l) == null
    y  = length(toset([local.id, "a"]))
    z  = length(toset([local.id, "a"])) > 0
    aa = length(toset([local.id, "a"])) <= 2
    ab = length(toset([local.id, "a"])) > 2
    ac = length(concat(local.l, ["a"])) > 0
    ad = length(setunion(local.l, ["a"])) > 0
    ae = trimprefix(local.p, "pre-") == null
    af = base64encode(local.id) == null
    ag = coalesce(local.id, "b") == null
    ah = coalesce(null, local.p)
    ai = startswith(coalesce(null, local.p), "pre")
    aj = try(local.p, "x") == null
    ak = (local.id == "x" ? "aa" : "ab") == null
    al = startswith(local.id == "x" ? "aa" : "ab", "a")
    am = (local.id == "x" ? local.p : "pre-x") == null
    an = startswith(local.id == "x" ? local.p : "pre-x", "pre-")
    ao = local.id == "x" ? null : null
    ap = (local.id == "x" ? 5 : 10) > 3
    aq = (local.id == "x" ? 5 : 10) > 7
    ar = (local.id == "x" ? 5 : 10) == 3
    as = abs(local.id == "x" ? 5 : 10) > 0
    at = (local.id == "x" ? 5 : 10) + 1 > 0
    au = length(local.id == "x" ? tolist(["a"]) : tolist(["a", "b"])) > 0
  }
}
locals {
  strlen = 1
}
