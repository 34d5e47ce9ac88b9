locals {
  t = templatefile("${path.module}/t.tpl", { id = terraform_data.a.id, l = ["x", "y"] })
  u = templatefile("t2.tpl", { a = 1 })
}
resource "terraform_data" "a" {
  input = {
    f   = file("x.txt")
    b   = filebase64("x.txt")
    e   = fileexists("x.txt")
    n   = fileexists("none.txt")
    s   = fileset(path.module, "*.t*")
    s2  = fileset(path.root, "**/*.txt")
    m   = filemd5("x.txt")
    h   = filesha256("${path.module}/x.txt")
    d   = dirname("a/b")
    bn  = basename("a/b")
    j   = jsondecode(file("j.json"))
    y   = yamldecode(file("y.yaml"))
    c   = csvdecode(file("c.csv"))
    p   = [path.module, path.root]
  }
}
resource "terraform_data" "b" {
  input = local.t
}
resource "terraform_data" "c" {
  for_each = { for r in csvdecode(file("c.csv")) : r.k => r }
  input    = each.value.v
}
output "t" {
  value = local.t
}
output "u" {
  value = local.u
}
output "st" {
  value = startswith(local.t, "id=")
}
output "mod" {
  value = module.m
}
module "m" {
  source = "./m"
}
