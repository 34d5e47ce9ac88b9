locals {
  name     = "you"
  greeting = "hello, ${local.name}!"
  wrapped  = "${local.name}"
  nested   = "a ${"b ${"c"}"}"
  math     = "sum ${1 + 2}"
}
