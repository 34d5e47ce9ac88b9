locals {
  b = local.a * 10
}
