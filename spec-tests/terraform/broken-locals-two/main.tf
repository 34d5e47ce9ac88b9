locals {
  a = local.b
  b = local.c
}
locals {
  c = local.d
}
