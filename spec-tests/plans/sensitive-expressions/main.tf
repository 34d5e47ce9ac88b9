variable "s" {
  sensitive = true
  type      = map(string)
  default   = { a = "1", b = "2" }
}
variable "l" {
  sensitive = true
  type      = list(string)
  default   = ["a", "b"]
}
variable "n" {
  sensitive = true
  default   = 2
}
resource "terraform_data" "c" {
  count = var.n
  input = { i = count.index, s = var.s, m = { for k, v in var.s : k => "x" }, l = [for x in var.l : 1] }
}
resource "terraform_data" "d" {
  input = {
    set    = toset([var.l[0], "z"])
    idx    = var.l[0]
    mkey   = { a = 1, b = 2 }[var.l[0]]
    lkey   = [1, 2][var.n - 1]
    tmpl   = "x-${var.l[0]}"
    cond   = var.n == 2 ? "a" : "b"
    keys   = keys(var.s)
    vals   = values(var.s)
    len    = length(var.l)
    forif  = [for i in [1, 2] : i if var.n == 2]
    merge  = merge(var.s, { c = "3" })
    nested = { a = { b = var.l }, c = [1, var.l] }
    ns     = nonsensitive(var.n)
    issens = issensitive(var.n)
    try    = try(var.s.zz, "d")
    lookup = lookup(var.s, "a", "q")
    join   = join(",", var.l)
    splat  = var.l[*]
    jd     = jsondecode(jsonencode(var.s))
    conc   = concat(var.l, ["c"])
    zip    = zipmap(["a", "b"], var.l)
    fmt    = format("%s-%d", "a", var.n)
    slice  = slice(var.l, 0, 1)
    tolist = tolist(toset(var.l))
    and    = var.n == 2 && true
    contains = contains(var.l, "a")
    elem   = element(["a", "b"], var.n)
    range  = range(var.n)
    obj    = { (nonsensitive(var.l[0])) = var.l[1] }
  }
}
resource "terraform_data" "e" {
  for_each = nonsensitive(toset(var.l))
  input    = each.value
}
resource "terraform_data" "f" {
  input            = terraform_data.d.output
  triggers_replace = terraform_data.d.input
}
output "d" {
  value     = terraform_data.d
  sensitive = true
}
output "c" {
  value     = terraform_data.c
  sensitive = true
}
output "f" {
  value     = terraform_data.f.input
  sensitive = true
}
output "issens" {
  value = terraform_data.d.input.issens
}
output "ns" {
  value = [terraform_data.d.input.mkey, terraform_data.d.input.ns]
}
