locals {
  l = [{ y = [1] }]
  a = local.l.*.y[0]
}
