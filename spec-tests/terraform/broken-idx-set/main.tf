locals {
  l = toset(["a"])
  a = local.l[0]
}
