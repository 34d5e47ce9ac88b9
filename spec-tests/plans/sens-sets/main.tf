variable "s" {
  type      = string
  default   = "sec"
  sensitive = true
}
variable "o" {
  type = object({ a = string, b = set(string) })
  default = { a = "x", b = ["p", "q"] }
  sensitive = true
}
locals {
  st   = toset(["a", var.s])
  mp   = { k = var.s, j = "x" }
  nest = { l = [{ m = var.s, n = 1 }, { m = "z", n = 2 }] }
  tup  = [var.s, 1, [var.s]]
}
resource "terraform_data" "set" {
  input = local.st
}
resource "terraform_data" "map" {
  input = local.mp
}
resource "terraform_data" "tm" {
  input = tomap(local.mp)
}
resource "terraform_data" "nest" {
  input = local.nest
}
resource "terraform_data" "setobj" {
  input = toset([{ a = var.s, b = 1 }, { a = "y", b = 2 }])
}
resource "terraform_data" "setinobj" {
  input = { x = toset([{ a = var.s }]), y = toset([1]) }
}
resource "terraform_data" "tup" {
  input = local.tup
}
resource "terraform_data" "ob" {
  input = [var.o.a, var.o["b"], var.o]
}
resource "terraform_data" "funcs" {
  input = {
    keys   = keys(local.mp)
    values = values(local.mp)
    merged = merge(local.mp, { q = 1 })
    look   = lookup(local.mp, "j", "d")
    looks  = lookup(local.mp, "k", "d")
    len    = length(local.st)
    lent   = length(local.tup)
    flat   = flatten(local.tup)
    conc   = concat(["a"], [var.s])
    json   = jsonencode(local.nest)
    cont   = contains(["a", var.s], "a")
    slice  = slice(local.tup, 1, 2)
    elem   = element(local.tup, 1)
    zip    = zipmap(["a", "b"], [var.s, "n"])
    sortd  = sort(["b", var.s])
    dist   = distinct(["b", var.s, "b"])
    rev    = reverse([var.s, "x"])
    chunk  = chunklist([var.s, "x", "y"], 2)
    tset   = setunion(["a"], [var.s])
    coal   = coalesce(null, var.s)
    coall  = coalescelist([], [var.s])
    trys   = try(local.mp.k, "x")
    cans   = can(local.mp.k)
    iss    = issensitive(local.mp)
    iss2   = issensitive(local.mp.k)
    iss3   = issensitive(local.st)
    one    = one([var.s])
    trans  = transpose({ a = ["x"], b = [var.s] })
    mk     = matchkeys(["a", "b"], ["x", "y"], ["x"])
  }
}
resource "terraform_data" "fors" {
  input = {
    a = [for x in local.tup : x]
    b = { for k, v in local.mp : k => v }
    c = [for k, v in local.mp : k]
    d = [for x in local.st : x]
    e = { for k, v in local.mp : v => k... if k == "j" }
    f = [for x in ["a", "b"] : x if x == var.s]
    g = { for x in ["a", "b"] : x => x if x != var.s }
    h = { for x in ["a"] : x => var.s... }
    i = local.mp[*].k
    j = local.nest.l[*].m
    k = [for x in var.o.b : x]
  }
}
output "s1" {
  value = local.st
  sensitive = true
}
output "s2" {
  value = terraform_data.nest.output
  sensitive = true
}
output "s3" {
  value = terraform_data.funcs.input.len
  sensitive = true
}
