locals {
  a = core::upper("x")
  b = [for s in ["a", "b"] : core::join("-", [s, s])]
}
