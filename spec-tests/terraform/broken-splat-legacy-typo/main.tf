locals {
  x = [{ a = 1 }]
  a = local.x.*.b
}
