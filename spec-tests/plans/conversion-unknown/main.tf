resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "l" {
  input = tolist(["a"])
}
resource "terraform_data" "n" {
  input = 1
}
locals {
  u  = terraform_data.u.id
  su = sensitive(terraform_data.u.id)
  l  = [for x in terraform_data.l.output : x]
  b  = terraform_data.u.id == "x"
}
output "o" {
  value = {
    a = issensitive(tostring(local.su))
    b = issensitive(tonumber(local.su))
    c = tolist([local.u])
    d = toset([local.u])
    e = tomap({ a = local.u })
    f = length(tolist([local.u]))
    g = tolist(local.l) == null
    h = toset(local.l) == null
    i = tostring(local.b) == null
    j = tobool(local.b) == null
    k = tolist([local.u])[0] == null
    l = tolist([local.su])[0] == null
    m = tostring("${local.u}") == null
    n = "${tostring(local.u)}" == null
    o = startswith("a-${tostring(local.u)}", "a-")
    p = tostring(terraform_data.n.output) == null
    q = tonumber(terraform_data.n.output) == null
    r = tolist(toset([local.u, "b"]))
    s = length(toset(local.l)) >= 0
    t = tomap({ a = local.u }) == null
    u = tomap(terraform_data.l.output == null ? {} : { a = "x" })
    v = tolist(local.l) == tolist([])
    w = tostring(local.u == "a" ? "ab" : "ac") == null
    x = startswith(tostring(local.u == "a" ? "ab" : "ac"), "a")
    y = length(tolist(local.u == "a" ? ["a"] : ["b"]))
    z = length(toset(local.u == "a" ? ["a"] : ["b"]))
  }
  sensitive = true
}
output "ss" {
  value     = nonsensitive(issensitive(tostring(local.su)))
}
