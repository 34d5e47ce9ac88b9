locals {
  with-dash = 1
  _under    = 2
  a1        = local.with-dash + local._under
}
