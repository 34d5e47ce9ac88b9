locals {
  t = "x"
  a = templatestring("${local.t}y", { a = 1 })
}
