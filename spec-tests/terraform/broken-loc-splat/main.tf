locals {
  a = [{x = 1}, {y = 2}][*].x
  b = "s"[*]
  c = null[*]
  d = 5[*].x
}
