variable "k" {
  type      = string
  default   = "a"
  sensitive = true
}
variable "i" {
  type      = number
  default   = 1
  sensitive = true
}
locals {
  obj = { a = 1, b = "x" }
  mp  = tomap({ a = "1", b = "2" })
  lst = tolist(["x", "y"])
  tup = ["x", 2]
}
resource "terraform_data" "a" {
  input = {
    obj = local.obj[var.k]
    mp  = local.mp[var.k]
    lst = local.lst[var.i]
    tup = local.tup[var.i]
    el  = element(local.lst, var.i)
    lk  = lookup(local.mp, var.k, "q")
    tpl = "${var.k}"
    tp2 = "%{if var.k == "a"}x%{else}y%{endif}"
    tp3 = "%{for x in local.lst}${x}${var.k}%{endfor}"
    cnd = var.k == "a" ? "x" : "y"
    cn2 = true ? var.k : "y"
    cn3 = false ? var.k : "y"
    cn4 = var.k == "a" ? [1] : []
    neg = -var.i
    not = !(var.k == "a")
    cmp = var.i > 0
    and = var.i > 0 && true
    obk = { (var.k) = 1 }
    obv = { x = var.k }
    rng = range(var.i)
    fmt = format("%s-%d", "a", var.i)
    sub = substr(var.k, 0, 1)
    spl = split(",", var.k)
    tn  = tonumber("${var.i}")
    ts  = tostring(var.i)
    tob = tobool(var.i == 1)
    tol = tolist([var.k])
    tos = toset([var.k])
    md  = md5(var.k)
    ns  = nonsensitive(var.k)
    ss  = sensitive("x")
    rx  = regexall("a", var.k)
  }
}
resource "terraform_data" "count" {
  count = var.i
  input = count.index
}
output "n" {
  value = length(terraform_data.count)
}
output "c" {
  value = terraform_data.count[*].input
}
